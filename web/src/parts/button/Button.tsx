import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from '../Icon.tsx';
import { KeyCaps } from '../KeyCaps.tsx';
import { type ButtonLook, toButtonClasses } from './button-look.ts';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly kind?: NonNullable<ButtonLook['kind']>;
  readonly size?: NonNullable<ButtonLook['size']>;
  readonly icon?: IconName;
  /** Shown beside the text: the key that does the same. */
  readonly keys?: string;
  readonly children?: ReactNode;
}

/** A button with a text. One without needs `aria-label`. */
export function Button({ kind, size, icon, keys, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={toButtonClasses({ kind, size, isIconOnly: children === undefined })}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {keys !== undefined && <KeyCaps keys={keys} />}
    </button>
  );
}
