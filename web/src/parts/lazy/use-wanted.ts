import { type KeyboardEvent, useState, useTransition } from 'react';

/** What a control needs that opens something whose code comes later. */
export interface Wanted {
  /** It has been opened: from now on the loaded control stands in its place, open. */
  readonly isWanted: boolean;
  /** It was pressed, and its code is on its way. */
  readonly isOpening: boolean;
  readonly callOff: () => void;
  readonly handlers: {
    readonly onClick: () => void;
    readonly onFocus: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerEnter: () => void;
  };
}

/** Loads as soon as somebody comes near, so that it is there when they press. */
export function useWanted(load: () => Promise<unknown>): Wanted {
  const [isWanted, setWanted] = useState(false);
  const [isOpening, start] = useTransition();
  // A transition keeps the button, and the focus on it, until the code is there.
  const want = () => start(() => setWanted(true));
  const prepare = () => void load();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    want();
  };
  return {
    ...{ isWanted, isOpening, callOff: () => setWanted(false) },
    handlers: { onClick: want, onFocus: prepare, onKeyDown, onPointerEnter: prepare },
  };
}
