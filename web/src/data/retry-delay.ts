/** The longest wait between two tries. */
export const longestRetryMs = 15_000;

/**
 * How long to wait before the next try after so many failed ones: 1 s, 2 s, 4 s, 8 s, then 15 s. Without jitter, because a
 * person who watches should see the server come back soon.
 */
export function toRetryDelayMs(failedTries: number): number {
  return Math.min(1_000 * 2 ** (failedTries - 1), longestRetryMs);
}
