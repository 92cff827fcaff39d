import { useState } from 'react';
import { keepPanes, type Panes, readPanes } from './panes.ts';

/** The panes that are wanted, kept for the next time. */
export function usePanes(): readonly [Panes, (change: Partial<Panes>) => void] {
  const [panes, setPanes] = useState(() => readPanes(localStorage));
  const change = (changed: Partial<Panes>) => {
    const next = { ...panes, ...changed };
    setPanes(next);
    keepPanes(localStorage, next);
  };
  return [panes, change];
}
