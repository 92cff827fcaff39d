import { type KeyboardEvent, type ReactNode, Suspense, useState, useTransition } from 'react';
import { Opening } from './Opening.tsx';

export interface LazyControlProps {
  readonly control: LazyState;
  readonly closed: ReactNode;
  /** Replaces the closed control after it was pressed and its code has loaded. */
  readonly children: ReactNode;
}

/**
 * One boundary around both states. A boundary around the second alone would show its fallback at once: a new button
 * without the focus, so that the next letter would be a shortcut of the page.
 */
export function LazyControl({ control, closed, children }: LazyControlProps) {
  return (
    <>
      <Suspense fallback={closed}>{control.isRequested ? children : closed}</Suspense>
      {control.isOpening && <Opening onEscape={control.cancel} />}
    </>
  );
}

/** The state of a control whose code loads on demand. */
interface LazyState {
  /** The control was opened, so the loaded version replaces it. */
  readonly isRequested: boolean;
  /** It was pressed, and its code is loading. */
  readonly isOpening: boolean;
  readonly cancel: () => void;
  readonly handlers: {
    readonly onClick: () => void;
    readonly onFocus: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerEnter: () => void;
  };
}

/** Preloads on hover and focus, so that the code is usually there when the control is pressed. */
export function useLazyControl(load: () => Promise<unknown>): LazyState {
  const [isRequested, setRequested] = useState(false);
  const [isOpening, start] = useTransition();
  // A transition keeps the button and its focus until the code has loaded.
  const open = () => start(() => setRequested(true));
  const prepare = () => void load();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
  };
  return {
    ...{ isRequested, isOpening, cancel: () => setRequested(false) },
    handlers: { onClick: open, onFocus: prepare, onKeyDown, onPointerEnter: prepare },
  };
}
