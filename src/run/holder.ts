import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '../base/clock.ts';
import type { Holder, StoredGrading } from '../store/port.ts';

/** How often a holder says that it is alive, and after how long a silence it counts as gone. */
export const beatMs = 5_000;
const silenceMs = 60_000;

export function toHolder(clock: Clock): Holder {
  return {
    process: process.pid,
    host: hostname(),
    token: randomBytes(9).toString('base64url'),
    since: new Date(clock.now()).toISOString(),
  };
}

export type IsGone = (holder: Holder, beatAt: string) => boolean;

/** Whether somebody has hold of a run or a grading who is not gone. */
export function isHeld({ holder, beatAt }: Pick<StoredGrading, 'holder' | 'beatAt'>, isGone: IsGone): boolean {
  return holder !== undefined && !isGone(holder, beatAt ?? holder.since);
}

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
    // EPERM: it is there and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
