import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from '../Icon.tsx';
import { KeyCaps } from '../KeyCaps.tsx';
import { toButtonClasses } from './Button.tsx';

export interface LinkFaceProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> {
  readonly kind?: 'plain' | 'main' | 'quiet';
  readonly size?: 'normal' | 'large';
  readonly icon?: IconName;
  readonly keys?: string;
  readonly children: ReactNode;
}

/** A link that looks like a button, also for downloads. */
export function LinkFace({ kind, size, icon, keys, children, ...rest }: LinkFaceProps) {
  return (
    <a {...rest} className={toButtonClasses({ kind, size })}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {keys !== undefined && <KeyCaps keys={keys} />}
    </a>
  );
}

/** A button-like link to another page of the Studio. */
export const ButtonLink = createLink(LinkFace);
