import { type KeyboardEvent, type ReactNode, Suspense, useState, useTransition } from 'react';
import { Opening } from './Opening.tsx';

export interface WantedControlProps {
  readonly wanted: Wanted;
  readonly closed: ReactNode;
  /** Replaces the closed control after it was pressed and its code has loaded. */
  readonly children: ReactNode;
}

/**
 * One boundary around both states. A boundary around the second alone would show its fallback at once: a new button
 * without the focus, so that the next letter would be a shortcut of the page.
 */
export function WantedControl({ wanted, closed, children }: WantedControlProps) {
  return (
    <>
      <Suspense fallback={closed}>{wanted.isWanted ? children : closed}</Suspense>
      {wanted.isOpening && <Opening onEscape={wanted.callOff} />}
    </>
  );
}

/** The state of a control whose code loads on demand. */
interface Wanted {
  /** The control was opened, so the loaded version replaces it. */
  readonly isWanted: boolean;
  /** It was pressed, and its code is loading. */
  readonly isOpening: boolean;
  readonly callOff: () => void;
  readonly handlers: {
    readonly onClick: () => void;
    readonly onFocus: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerEnter: () => void;
  };
}

/** Preloads on hover and focus, so that the code is usually there when the control is pressed. */
export function useWanted(load: () => Promise<unknown>): Wanted {
  const [isWanted, setWanted] = useState(false);
  const [isOpening, start] = useTransition();
  // A transition keeps the button and its focus until the code has loaded.
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
