/** How long to wait before the next try: 2 s, then twice as long each time, never more than 15 s. */
export function toRetryDelayMs(failedTries: number): number {
  return Math.min(2_000 * 2 ** failedTries, 15_000);
}
