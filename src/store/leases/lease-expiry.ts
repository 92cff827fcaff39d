import { hostname } from 'node:os';
import type { Clock } from '../../base/clock.ts';

/** The process that writes to a run, a later grading of it, or a calibration. At most one does at a time. */
export interface LeaseOwner {
  readonly process: number;
  readonly host: string;
  /** Random; tells two processes of the same number apart. */
  readonly token: string;
  readonly since: string;
}

/** The process that owns a run, a grading or a calibration, if any. */
export interface Lease {
  readonly owner?: LeaseOwner;
  /** When the owner last reported that it is alive. */
  readonly heartbeatAt?: string;
}

export type IsExpired = (owner: LeaseOwner, heartbeatAt: string) => boolean;

/** A lease expires this long after its last heartbeat. */
const leaseLifeMs = 60_000;

/**
 * A lease expires at once when its process ended on this machine. A process of another host, or a process id that another
 * program got since, is known by its silence only.
 */
export function toExpiryTest(clock: Clock): IsExpired {
  return (owner, heartbeatAt) => {
    if (owner.host === hostname() && !isRunning(owner.process)) return true;
    return clock.now() - Date.parse(heartbeatAt) > leaseLifeMs;
  };
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
