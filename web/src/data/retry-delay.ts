/** The longest wait between two tries. */
export const longestRetryMs = 15_000;

/**
 * The delay before the next try after a number of failed ones: 1 s, 2 s, 4 s, 8 s, then 15 s. It has no jitter: few
 * browsers share a server, and the person waits.
 */
export function toRetryDelayMs(failedTries: number): number {
  return Math.min(1_000 * 2 ** (failedTries - 1), longestRetryMs);
}
