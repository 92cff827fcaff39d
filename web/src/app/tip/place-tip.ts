export type TipSide = 'top' | 'right' | 'bottom' | 'left';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const gap = 6;
/** Between the tip and the edge of the window. */
const margin = 4;

const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const;

/** The position of a tip: next to the control, on the opposite side if there is no room, always inside the window. */
export function placeTip(control: Box, tip: Size, { side, view }: { readonly side: TipSide; readonly view: Size }) {
  const wanted = toPlace(control, tip, side);
  const place = isInside(wanted, tip, view) ? wanted : toPlace(control, tip, opposite[side]);
  return {
    left: clamp(place.left, view.width - tip.width - margin),
    top: clamp(place.top, view.height - tip.height - margin),
  };
}

function toPlace(control: Box, tip: Size, side: TipSide): { readonly left: number; readonly top: number } {
  const middle = {
    left: control.left + (control.width - tip.width) / 2,
    top: control.top + (control.height - tip.height) / 2,
  };
  if (side === 'top') return { ...middle, top: control.top - tip.height - gap };
  if (side === 'bottom') return { ...middle, top: control.top + control.height + gap };
  if (side === 'left') return { ...middle, left: control.left - tip.width - gap };
  return { ...middle, left: control.left + control.width + gap };
}

function isInside({ left, top }: { readonly left: number; readonly top: number }, tip: Size, view: Size): boolean {
  return top >= 0 && left >= 0 && top + tip.height <= view.height && left + tip.width <= view.width;
}

function clamp(value: number, most: number): number {
  return Math.round(Math.max(margin, Math.min(value, most)));
}
