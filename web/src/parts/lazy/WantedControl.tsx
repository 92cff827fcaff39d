import { type ReactNode, Suspense } from 'react';
import { Opening } from './Opening.tsx';
import type { Wanted } from './use-wanted.ts';

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
