import { useLayoutEffect, useRef, useState } from 'react';
import { TurnActs } from './turn-acts.ts';
import type { TurnWork } from './turn-work.ts';

/** The acts on turns; they always work on what is shown now. */
export function useTurnActs(work: TurnWork): TurnActs {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  const [acts] = useState(() => new TurnActs(() => latest.current));
  return acts;
}
