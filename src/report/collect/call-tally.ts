import { compareText } from '../../base/compare-text.ts';
import type { ConversationName } from '../../conversation/run/run-record.ts';
import { LatencyHistogram } from '../latency-histogram.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { NamedCase, VariantMetrics } from '../run-metrics.ts';
import { RankedList } from './ranked-list.ts';
import { toReplyTotals } from './reply-totals.ts';
import { SumTally } from './sum-tally.ts';

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
    else this.#latency.add(latencyMs);
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
