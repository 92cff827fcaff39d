import type { RunControl } from '../run/run-control.ts';

/** Why something came to no end, as a sentence begins: a bound that was reached, or Ctrl-C. */
export function toStopReason({ isDraining, skipReason }: Pick<RunControl, 'isDraining' | 'skipReason'>): string {
  return isDraining || skipReason === undefined ? 'Stopped' : skipReason;
}
