import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '../base/clock.ts';
import type { Holder, IsGone, StoredGrading } from '../store/port.ts';

/** How often a holder says that it is alive. */
export const beatMs = 5_000;

export function toHolder(clock: Clock): Holder {
  return {
    process: process.pid,
    host: hostname(),
    token: randomBytes(9).toString('base64url'),
    since: new Date(clock.now()).toISOString(),
  };
}

/** Whether somebody has hold of a run or a grading who is not gone. */
export function isHeld({ holder, beatAt }: Pick<StoredGrading, 'holder' | 'beatAt'>, isGone: IsGone): boolean {
  return holder !== undefined && !isGone(holder, beatAt ?? holder.since);
}
