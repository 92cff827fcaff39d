import { compareText } from '../../base/compare-text.ts';
import type { ConversationName, ReplyEntry } from '../../conversation/run/run-record.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { NamedCase, PartialSum, VariantMetrics } from '../run-metrics.ts';
import { RankedList } from './ranked-list.ts';

const listedCases = 5;

type CallMetrics = Pick<
  VariantMetrics,
  | 'slowest'
  | 'mostExpensive'
  | 'medianCase'
  | 'latencyMs'
  | 'tokens'
  | 'costUsd'
  | 'calls'
  | 'cachedCalls'
  | 'rateLimited'
>;
type Call = ShownConversation['replies'][number]['call'];

/** The buckets of a histogram suit millionths of a dollar as they suit milliseconds. */
const millionth = 1e-6;

/** Time, tokens and money of one variant, and the conversations that took most of them. */
export class CallTally {
  readonly #latency = new LatencyHistogram();
  readonly #tokens = { input: new SumTally(), output: new SumTally() };
  readonly #costUsd = new SumTally();
  readonly #slowest = new RankedList<NamedCase>(listedCases, compareNamed);
  readonly #mostExpensive = new RankedList<NamedCase>(listedCases, compareNamed);
  readonly #perCase = { latencyMs: new LatencyHistogram(), costUsd: new LatencyHistogram() };
  #calls = 0;
  #cachedCalls = 0;
  #untold = 0;
  #rateLimited = 0;

  /** Calls of abandoned attempts were made and paid for. The conversation's own totals are those of its last attempt. */
  add({ start, replies, end, abandoned = [] }: ShownConversation): void {
    const made = abandoned.flatMap((attempt) => attempt.replies);
    for (const { by, call } of [...made, ...replies]) if (by === 'target') this.#addCall(call);
    for (const one of [...abandoned, end]) this.#rateLimited += one?.error?.rateLimited ?? 0;
    const { latencyMs, costUsd } = toReplyTotals(replies);
    if (latencyMs > 0) this.#slowest.add({ ...toName(start), value: latencyMs });
    if (costUsd > 0) this.#mostExpensive.add({ ...toName(start), value: costUsd });
    if (latencyMs > 0) this.#perCase.latencyMs.add(latencyMs);
    if (replies.length > 0) this.#perCase.costUsd.add(costUsd / millionth);
  }

  /** A reply from the cache says nothing about the target's speed. */
  #addCall({ latencyMs, usage, costUsd, cached, rateLimited = 0 }: Call): void {
    this.#calls += 1;
    this.#rateLimited += rateLimited;
    if (cached === true) this.#cachedCalls += 1;
    else if (latencyMs !== null) this.#latency.add(latencyMs);
    this.#tokens.input.add(usage?.inputTokens);
    this.#tokens.output.add(usage?.outputTokens);
    if (usage?.inputTokens === undefined || usage.outputTokens === undefined) this.#untold += 1;
    this.#costUsd.add(costUsd);
  }

  toMetrics(): CallMetrics {
    return {
      slowest: this.#slowest.list(),
      mostExpensive: this.#mostExpensive.list(),
      medianCase: this.#toMedianCase(),
      latencyMs: { median: this.#latency.findQuantile(0.5), p95: this.#latency.findQuantile(0.95) },
      tokens: {
        input: this.#tokens.input.toSum().total,
        output: this.#tokens.output.toSum().total,
        unknownCalls: this.#untold,
      },
      costUsd: this.#costUsd.toSum(),
      calls: this.#calls,
      cachedCalls: this.#cachedCalls,
      ...(this.#rateLimited === 0 ? {} : { rateLimited: this.#rateLimited }),
    };
  }

  #toMedianCase(): CallMetrics['medianCase'] {
    const { latencyMs, costUsd } = this.#perCase;
    const cost = costUsd.findQuantile(0.5);
    return { latencyMs: latencyMs.findQuantile(0.5), costUsd: cost === null ? null : cost * millionth };
  }
}

function toName({ id, eval: evalName, target, send, play, repeat }: ConversationName): ConversationName {
  return { id, eval: evalName, target, send, play, repeat };
}

/** The greatest first; equal ones by name, so that the order in which they came does not matter. */
function compareNamed(one: NamedCase, other: NamedCase): number {
  return (
    other.value - one.value ||
    compareText(one.eval, other.eval) ||
    compareText(one.id, other.id) ||
    one.repeat - other.repeat
  );
}

interface ReplyTotals {
  readonly latencyMs: number;
  readonly costUsd: number;
}

/**
 * What the replies of the target took together. A reply from the cache took no time; a time or cost that is not known
 * could only add to the sum.
 */
export function toReplyTotals(replies: readonly Pick<ReplyEntry, 'by' | 'call'>[]): ReplyTotals {
  let [latencyMs, costUsd] = [0, 0];
  for (const { by, call } of replies) {
    if (by !== 'target') continue;
    if (call.cached !== true) latencyMs += call.latencyMs ?? 0;
    costUsd += call.costUsd ?? 0;
  }
  return { latencyMs, costUsd };
}

/** A sum of which some parts may not be known. */
export class SumTally {
  #known = 0;
  #unknown = 0;
  #sum = 0;

  /** undefined, null: not known. */
  add(part: number | null | undefined): void {
    if (part === undefined || part === null) {
      this.#unknown += 1;
      return;
    }
    this.#known += 1;
    this.#sum += part;
  }

  toSum(): PartialSum {
    return { total: this.#known === 0 ? null : this.#sum, unknownCalls: this.#unknown };
  }
}

const leastMs = 0.1;
const growth = 1.05;
const logGrowth = Math.log(growth);
/** Up to about four hours; longer ones fall into the last bucket and are bounded by the greatest seen. */
const buckets = 385;

/**
 * Latencies as counts in fixed buckets, each 5% wider than the one before: the same small memory for a million calls
 * as for ten. A quantile is therefore near, not exact: within 2.5% for 0.1 ms to four hours, and never outside what
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
