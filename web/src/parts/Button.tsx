import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';
import { KeyCaps } from './KeyCaps.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly kind?: 'plain' | 'main' | 'danger' | 'quiet';
  readonly icon?: IconName;
  /** Shown beside the text: the key that does the same. */
  readonly keys?: string;
  readonly children?: ReactNode;
}

const kinds = {
  plain: 'border-line bg-card hover:bg-hover',
  main: 'border-accent bg-accent text-accent-ink hover:opacity-90',
  danger: 'border-line bg-card text-fail hover:bg-fail-soft',
  quiet: 'border-transparent text-quiet hover:bg-hover hover:text-ink',
};

/** A button with a text. One without needs `aria-label`. */
export function Button({ kind = 'plain', icon, keys, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={joinClasses(
        'inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md border text-sm',
        'disabled:pointer-events-none disabled:opacity-50',
        children === undefined ? 'min-w-8 px-1.5' : 'px-2.5',
        kinds[kind],
      )}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {keys !== undefined && <KeyCaps keys={keys} />}
    </button>
  );
}
