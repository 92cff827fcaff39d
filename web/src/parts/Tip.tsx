import { cloneElement, type ReactElement } from 'react';

export interface TipProps {
  readonly text: string;
  /** The shortcut of the control. */
  readonly keys?: string | undefined;
  /** Default: bottom, so that the tip does not cover a label above the control. */
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One control. It needs its own accessible name, because a tip is only visible on hover and focus. */
  readonly children: ReactElement<Record<string, unknown>>;
}

/** A tooltip. It only marks the control. `TipLayer` shows the text. */
export function Tip({ text, keys, side = 'bottom', children }: TipProps) {
  return cloneElement(children, { 'data-tip': text, 'data-tip-keys': keys, 'data-tip-side': side });
}
