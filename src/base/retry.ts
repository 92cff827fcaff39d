/** Most calls for one reply. */
export const maxAttempts = 5;
/** A slow target is not tried more often. */
export const maxTimeouts = 2;
/** Longest time a target may ask to wait. A call that would have to wait longer fails. */
export const maxRetryAfterMs = 300_000;

const baseDelayMs = 500;
const maxDelayMs = 30_000;

export interface Retry {
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** How long the target asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** From 0 up to 1, for the jitter. */
  readonly random: () => number;
}

/**
 * How long to wait before the next attempt: a random time up to 0.5, 1, 2, 4 … 30 s (full jitter, so that calls that
 * failed together do not come back together), or as long as the target asked for, when that is longer.
 */
export function toRetryDelayMs({ attempt, retryAfterMs = 0, random }: Retry): number {
  return Math.max(retryAfterMs, random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)));
}
