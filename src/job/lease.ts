import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '../base/clock.ts';
import type { IsExpired, LeaseOwner, StoredGrading } from '../store/port.ts';
import type { JobControl } from './control.ts';

/** How often the owner of a lease sends a heartbeat. */
const heartbeatMs = 5_000;

/** This process, as the owner of a lease. */
export function toLeaseOwner(clock: Clock): LeaseOwner {
  return {
    process: process.pid,
    host: hostname(),
    token: randomBytes(9).toString('base64url'),
    since: new Date(clock.now()).toISOString(),
  };
}

/** Whether the record has an owner whose lease has not expired. */
export function hasLiveOwner(
  { owner, heartbeatAt }: Pick<StoredGrading, 'owner' | 'heartbeatAt'>,
  isExpired: IsExpired,
): boolean {
  return owner !== undefined && !isExpired(owner, heartbeatAt ?? owner.since);
}

interface Heartbeat {
  stop(): void;
  /** Throws the error that lost the lease. */
  assertOwned(): void;
}

/** Sends heartbeats. If the lease is lost, the job stops at once. */
export function startHeartbeat(writer: { heartbeat(): Promise<void> }, control: JobControl): Heartbeat {
  let lost: { readonly error: unknown } | undefined;
  const timer = setInterval(() => {
    writer.heartbeat().catch((error: unknown) => {
      lost ??= { error };
      control.abort();
    });
  }, heartbeatMs);
  timer.unref();
  return {
    stop: () => clearInterval(timer),
    assertOwned: () => {
      if (lost !== undefined) throw lost.error;
    },
  };
}
