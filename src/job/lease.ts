import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '../base/clock.ts';
import type { Holder, IsGone, RunWriter, StoredGrading } from '../store/port.ts';
import type { JobControl } from './control.ts';

/** How often a holder says that it is alive. */
const beatMs = 5_000;

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

/** Says that this process is alive. When somebody else took over what it writes to, nothing more is played or asked. */
export function startHeart(writer: Pick<RunWriter, 'beat'>, control: JobControl) {
  let lost: { readonly error: unknown } | undefined;
  const timer = setInterval(() => {
    writer.beat().catch((error: unknown) => {
      lost ??= { error };
      control.abort();
    });
  }, beatMs);
  timer.unref();
  return {
    stop: () => clearInterval(timer),
    assertHeld: () => {
      if (lost !== undefined) throw lost.error;
    },
  };
}
