import type { JobControl } from '../job/control.ts';

type Stopped = Pick<JobControl, 'isDraining' | 'skipReason' | 'unreachable'>;

/** Why something came to no end, as a sentence begins: a limit, a target that cannot be reached, or Ctrl-C. */
export function toStopReason({ isDraining, skipReason, unreachable: [unreachable] }: Stopped): string {
  if (isDraining) return 'Stopped';
  if (skipReason !== undefined) return skipReason;
  return unreachable === undefined ? 'Stopped' : `${unreachable.id} could not be reached`;
}
