import { sql } from 'kysely';
import type { Holder } from '../port.ts';

/** Who writes to a run or a grading. The columns are set and cleared together. */
export interface HolderColumns {
  holder_process: number | null;
  holder_host: string | null;
  holder_token: string | null;
  holder_since: string | null;
  beat_at: string | null;
}

export function toHolderColumns(holder: Holder, at: string) {
  return {
    holder_process: holder.process,
    holder_host: holder.host,
    holder_token: holder.token,
    holder_since: holder.since,
    beat_at: at,
  };
}

/** Not parameters: statements that let go are compiled with them. */
export const noHolder = {
  holder_process: sql<null>`null`,
  holder_host: sql<null>`null`,
  holder_token: sql<null>`null`,
  holder_since: sql<null>`null`,
  beat_at: sql<null>`null`,
};

export function toHolding(row: HolderColumns): { readonly holder?: Holder; readonly beatAt?: string } {
  const { holder_process: process, holder_host: host, holder_token: token, holder_since: since } = row;
  if (process === null || host === null || token === null || since === null) return {};
  return { holder: { process, host, token, since }, ...(row.beat_at === null ? {} : { beatAt: row.beat_at }) };
}
