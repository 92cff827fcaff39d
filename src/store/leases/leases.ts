import { sql } from 'kysely';
import type { LeaseOwner } from '../port.ts';

/** Who writes to a run or a grading. The columns are set and cleared together. */
export interface LeaseColumns {
  holder_process: number | null;
  holder_host: string | null;
  holder_token: string | null;
  holder_since: string | null;
  beat_at: string | null;
}

export function toLeaseColumns(owner: LeaseOwner, at: string) {
  return {
    holder_process: owner.process,
    holder_host: owner.host,
    holder_token: owner.token,
    holder_since: owner.since,
    beat_at: at,
  };
}

/** Not parameters: statements that let go are compiled with them. */
export const noOwner = {
  holder_process: sql<null>`null`,
  holder_host: sql<null>`null`,
  holder_token: sql<null>`null`,
  holder_since: sql<null>`null`,
  beat_at: sql<null>`null`,
};

export function toLease(row: LeaseColumns): { readonly owner?: LeaseOwner; readonly heartbeatAt?: string } {
  const { holder_process: process, holder_host: host, holder_token: token, holder_since: since } = row;
  if (process === null || host === null || token === null || since === null) return {};
  return { owner: { process, host, token, since }, ...(row.beat_at === null ? {} : { heartbeatAt: row.beat_at }) };
}
