import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from '../Icon.tsx';
import { joinClasses } from '../join-classes.ts';
import { KeyCaps } from '../KeyCaps.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly kind?: NonNullable<ButtonLook['kind']>;
  readonly size?: NonNullable<ButtonLook['size']>;
  readonly icon?: IconName;
  /** The shortcut, shown next to the text. */
  readonly keys?: string;
  readonly children?: ReactNode;
}

/** A button. Without a text, it needs `aria-label`. */
export function Button({ kind, size, icon, keys, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={toButtonClasses({ kind, size, isIconOnly: children === undefined })}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {keys !== undefined && <KeyCaps keys={keys} />}
    </button>
  );
}

interface ButtonLook {
  readonly kind?: 'plain' | 'main' | 'danger' | 'quiet' | undefined;
  /** `large`: the main next step of a page. */
  readonly size?: 'normal' | 'large' | undefined;
  readonly isIconOnly?: boolean;
}

const kinds = {
  plain: 'border-line bg-card hover:border-field hover:bg-hover',
  main: 'border-transparent bg-accent text-accent-ink hover:bg-[color-mix(in_oklab,var(--tw-accent),var(--tw-ink)_18%)]',
  danger: 'border-line bg-card text-fail hover:border-fail hover:bg-fail-soft',
  quiet: 'border-transparent text-quiet hover:bg-hover hover:text-ink',
};

const sizes = { normal: 'min-h-8 text-sm', large: 'min-h-10 font-medium' };

/** The classes of a button, and of a link that looks like one. */
export function toButtonClasses({ kind = 'plain', size = 'normal', isIconOnly = false }: ButtonLook): string {
  return joinClasses(
    'inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md border transition-colors',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50',
    isIconOnly ? 'min-w-8 px-1.5' : size === 'large' ? 'px-4' : 'px-2.5',
    sizes[size],
    kinds[kind],
  );
}
