import { useEffect, useMemo, useRef, useState } from 'react';
import type { Selection } from './selection.ts';

/** The address is written this long after the last step: browsers stop pages that write it with every key. */
const writeMs = 300;

export interface TurnSelection extends Selection {
  /** Counts the calls of `select`: asking again for the same turn leads there again. */
  readonly request: number;
  /** Scrolls there and leaves the focus where it is. */
  show(turnId: string): void;
  /** Goes where something was done: to the first of the turns, unless the selected one is among them. */
  follow(turnIds: readonly string[]): void;
}

/** The selected turn: what was chosen last, and once the address has followed, what the address says. */
export function useTurnSelection(
  turn: string | undefined,
  write: (turn: string | undefined) => Promise<void>,
): TurnSelection {
  const [chosen, setChosen] = useState<{ readonly turnId: string | undefined }>();
  const [request, setRequest] = useState(0);
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  useEffect(() => {
    if (chosen === undefined) return undefined;
    const timer = setTimeout(async () => {
      await latest.current(chosen.turnId);
      setChosen((now) => (now === chosen ? undefined : now));
    }, writeMs);
    return () => clearTimeout(timer);
  }, [chosen]);
  const turnId = chosen === undefined ? turn : chosen.turnId;
  return useMemo(() => {
    const show = (id: string | undefined) => setChosen({ turnId: id });
    const select = (id: string | undefined) => {
      show(id);
      setRequest((count) => count + 1);
    };
    const follow = (ids: readonly string[]) => {
      const next = ids.find((id) => id === turnId) ?? ids[0];
      // The focus stays in a panel.
      if (next !== undefined) (document.activeElement?.closest('[data-panel]') ? show : select)(next);
    };
    return { turnId, request, select, show, follow };
  }, [turnId, request]);
}
