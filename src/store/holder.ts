import { hostname } from 'node:os';
import type { Clock } from '../base/clock.ts';

/** Who writes to a run, to a later grading of it, or to a calibration. At most one process does at a time. */
export interface Holder {
  readonly process: number;
  readonly host: string;
  /** Random; tells two processes of the same number apart. */
  readonly token: string;
  readonly since: string;
}

export type IsGone = (holder: Holder, beatAt: string) => boolean;

/** After so long a silence, a holder counts as gone. */
const silenceMs = 60_000;

/** On this machine: its process is not there. Elsewhere, or when the number was given to another program: it is silent. */
export function openGoneTest(clock: Clock): IsGone {
  return (holder, beatAt) => {
    if (holder.host === hostname() && !isRunning(holder.process)) return true;
    return clock.now() - Date.parse(beatAt) > silenceMs;
  };
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it is there and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
