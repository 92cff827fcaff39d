import { useState } from 'react';

/** The conflict that the keyboard shortcuts apply to. */
export interface CaseFocus {
  readonly at: number;
  /** Goes to the next or the one before, and takes the focus there. */
  readonly move: (by: 1 | -1) => void;
  /** The focus went there by itself. */
  readonly note: (at: number) => void;
}

export const toCaseId = (place: number) => `merge-case-${place}`;

export function useCaseFocus(count: number): CaseFocus {
  const [at, setAt] = useState(0);
  const bounded = Math.min(at, Math.max(0, count - 1));
  return {
    at: bounded,
    note: setAt,
    move: (by) => setAt(Math.min(count - 1, Math.max(0, bounded + by))),
  };
}
