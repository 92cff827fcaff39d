import { type KeyboardEvent, type ReactNode, Suspense, useState, useTransition } from 'react';
import { Opening } from './Opening.tsx';

export interface WantedControlProps {
  readonly wanted: Wanted;
  readonly closed: ReactNode;
  /** What takes its place once it was pressed and its code is there. */
  readonly children: ReactNode;
}

/**
 * One boundary around both: a boundary that came only with the second would show its fallback at once, a button made
 * anew without the focus, and the next letter would be a key of the page.
 */
export function WantedControl({ wanted, closed, children }: WantedControlProps) {
  return (
    <>
      <Suspense fallback={closed}>{wanted.isWanted ? children : closed}</Suspense>
      {wanted.isOpening && <Opening onEscape={wanted.callOff} />}
    </>
  );
}

/** What a control needs that opens something whose code comes later. */
interface Wanted {
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
