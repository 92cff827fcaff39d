import { sql } from 'kysely';
import { Fault } from '../../base/fault.ts';
import type { IsExpired, Lease, LeaseOwner } from './lease-expiry.ts';

/** Columns of a table whose rows have an owner. They are set and cleared together. */
export interface LeaseColumns {
  holder_process: number | null;
  holder_host: string | null;
  holder_token: string | null;
  holder_since: string | null;
  beat_at: string | null;
}

export const leaseColumns = ['holder_process', 'holder_host', 'holder_token', 'holder_since', 'beat_at'] as const;

export function toLeaseColumns(owner: LeaseOwner, at: string) {
  return {
    holder_process: owner.process,
    holder_host: owner.host,
    holder_token: owner.token,
    holder_since: owner.since,
    beat_at: at,
  };
}

/** Not parameters: statements that release a lease are compiled with them. */
export const noOwner = {
  holder_process: sql<null>`null`,
  holder_host: sql<null>`null`,
  holder_token: sql<null>`null`,
  holder_since: sql<null>`null`,
  beat_at: sql<null>`null`,
};

export function toLease(row: LeaseColumns): Lease {
  const { holder_process: process, holder_host: host, holder_token: token, holder_since: since } = row;
  if (process === null || host === null || token === null || since === null) return {};
  return { owner: { process, host, token, since }, ...(row.beat_at === null ? {} : { heartbeatAt: row.beat_at }) };
}

/** What a lease is on, in the words of its Faults. */
export interface Leased {
  /** `Run x is owned`, before "by process …". */
  readonly isOwned: string;
  /** Why a process lost a lease that has no owner now, and what the user does then. */
  readonly wasLost: { readonly message: string; readonly hint: string };
  /** When it was removed. */
  readonly unknownFault: () => Fault;
}

/** Throws `STORE_RUN_HELD` while a living process owns it. */
export function assertFree(leased: Leased, { owner, heartbeatAt }: Lease, isExpired: IsExpired): void {
  if (owner !== undefined && !isExpired(owner, heartbeatAt ?? owner.since)) throw ownedFault(leased, owner);
}

/** Why a process lost its lease. `lease`: as it is now; undefined when what it was on is removed. */
export function lostFault(leased: Leased, lease: Lease | undefined): Fault {
  if (lease === undefined) return leased.unknownFault();
  if (lease.owner !== undefined) return ownedFault(leased, lease.owner);
  return new Fault({ code: 'STORE_RUN_HELD', ...leased.wasLost });
}

function ownedFault({ isOwned }: Leased, { process, host, since }: LeaseOwner): Fault {
  return new Fault({
    code: 'STORE_RUN_HELD',
    message: `${isOwned} by process ${process} on host ${host} since ${since}.`,
    hint: 'Wait for that process, or stop it. If it died, its lease expires after 60 seconds.',
  });
}
