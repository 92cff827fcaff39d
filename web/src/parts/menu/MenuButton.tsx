import { lazy } from 'react';
import { loadCode } from '../../data/load-code.ts';
import type { ButtonProps } from '../button/Button.tsx';
import type { IconName } from '../Icon.tsx';
import { LazyControl, useLazyControl } from '../lazy/LazyControl.tsx';
import { MenuFace } from './MenuFace.tsx';

const loadMenu = () => loadCode(() => import('./MenuFrame.tsx'));
const MenuFrame = lazy(async () => ({ default: (await loadMenu()).MenuFrame }));

export interface MenuAction {
  readonly label: string;
  readonly run: () => void;
  readonly icon?: IconName;
  readonly keys?: string;
  readonly kind?: 'plain' | 'danger';
  readonly isDisabled?: boolean;
}

export interface MenuButtonProps {
  /** Also the accessible name of the menu. */
  readonly label: string;
  readonly icon?: IconName;
  readonly kind?: NonNullable<ButtonProps['kind']>;
  /** Shows only the icon. The label remains for screen readers. */
  readonly isLabelHidden?: boolean;
  /** Groups are separated by a line. Empty ones are left out. */
  readonly groups: readonly (readonly MenuAction[])[];
}

/** A button that opens a menu. The menu's code loads on hover, focus or press. */
export function MenuButton(props: MenuButtonProps) {
  const control = useLazyControl(loadMenu);
  const { groups: _, ...face } = props;
  const closed = <MenuFace {...face} {...control.handlers} aria-expanded={false} aria-haspopup="menu" />;
  return (
    <LazyControl closed={closed} control={control}>
      <MenuFrame {...props} />
    </LazyControl>
  );
}
