import type { ButtonHTMLAttributes } from 'react';
import { Button, type ButtonProps } from '../button/Button.tsx';
import type { IconName } from '../Icon.tsx';

export interface MenuFaceProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  readonly label: string;
  readonly icon?: IconName;
  readonly kind?: NonNullable<ButtonProps['kind']>;
  readonly isLabelHidden?: boolean;
}

/** The button of a menu, the same before and after the menu has loaded. */
export function MenuFace({ label, icon, kind = 'plain', isLabelHidden = false, ...rest }: MenuFaceProps) {
  const face = { ...rest, kind, ...(icon === undefined ? {} : { icon }) };
  return isLabelHidden ? <Button {...face} aria-label={label} /> : <Button {...face}>{label}</Button>;
}
