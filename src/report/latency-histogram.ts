const leastMs = 0.1;
const growth = 1.05;
const logGrowth = Math.log(growth);
/** Up to about four hours; longer ones fall into the last bucket and are bounded by the greatest seen. */
const buckets = 385;

/**
 * Latencies as counts in fixed buckets, each 5 % wider than the one before: the same small memory for a million calls
 * as for ten. A quantile is therefore near, not exact: within 2.5 % for 0.1 ms to four hours, and never outside what
 * was seen.
 */
export class LatencyHistogram {
  readonly #counts = new Uint32Array(buckets);
  #count = 0;
  #least = Number.POSITIVE_INFINITY;
  #greatest = 0;

  get count(): number {
    return this.#count;
  }

  add(latencyMs: number): void {
    const bucket = latencyMs <= leastMs ? 0 : Math.floor(Math.log(latencyMs / leastMs) / logGrowth);
    const index = Math.min(bucket, buckets - 1);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#count += 1;
    this.#least = Math.min(this.#least, latencyMs);
    this.#greatest = Math.max(this.#greatest, latencyMs);
  }

  /** The latency that this share of the calls did not exceed, by nearest rank. null: there were none. */
  findQuantile(share: number): number | null {
    if (this.#count === 0) return null;
    let left = Math.max(1, Math.ceil(share * this.#count));
    const index = this.#counts.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    const middle = leastMs * growth ** (index + 0.5);
    return Math.min(Math.max(middle, this.#least), this.#greatest);
  }
}
