import { cloneElement, type ReactElement } from 'react';

export interface TipProps {
  readonly text: string;
  /** The key that does the same. */
  readonly keys?: string | undefined;
  /** Below, unless it is said: what names a control stands above it. */
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One control. It keeps its own name: nobody has to hover to know what it does. */
  readonly children: ReactElement<Record<string, unknown>>;
}

/** A few words beside a control while it is hovered or has the focus. It only marks the control: TipLayer shows them. */
export function Tip({ text, keys, side = 'bottom', children }: TipProps) {
  return cloneElement(children, { 'data-tip': text, 'data-tip-keys': keys, 'data-tip-side': side });
}
