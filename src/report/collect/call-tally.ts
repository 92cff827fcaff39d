import type { ConversationName } from '../../conversation/run-record.ts';
import { LatencyHistogram } from '../latency-histogram.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { ColumnFigures, NamedCase } from '../run-figures.ts';
import { RankedList } from './ranked-list.ts';
import { SumTally } from './sum-tally.ts';

const listedCases = 5;

type CallFigures = Pick<
  ColumnFigures,
  'slowest' | 'dearest' | 'latencyMs' | 'tokens' | 'costUsd' | 'calls' | 'cachedCalls'
>;
type Call = ShownConversation['replies'][number]['call'];

/** Time, tokens and money of one column, and the conversations that took most of them. */
export class CallTally {
  readonly #latency = new LatencyHistogram();
  readonly #tokens = { input: new SumTally(), output: new SumTally() };
  readonly #costUsd = new SumTally();
  readonly #slowest = new RankedList<NamedCase>(listedCases, compareNamed);
  readonly #dearest = new RankedList<NamedCase>(listedCases, compareNamed);
  #calls = 0;
  #cachedCalls = 0;
  #untold = 0;

  add({ start, replies }: ShownConversation): void {
    const calls = replies.filter(({ by }) => by === 'target').map(({ call }) => call);
    for (const call of calls) this.#addCall(call);
    const latencyMs = sum(calls.filter(({ cached }) => cached !== true).map((call) => call.latencyMs));
    if (latencyMs > 0) this.#slowest.add({ ...toName(start), value: latencyMs });
    // What is known of the cost; a part that is not known could only make it dearer.
    const costUsd = sum(calls.map((call) => call.costUsd ?? 0));
    if (costUsd > 0) this.#dearest.add({ ...toName(start), value: costUsd });
  }

  /** A reply from the cache says nothing about the target's speed. */
  #addCall({ latencyMs, usage, costUsd, cached }: Call): void {
    this.#calls += 1;
    if (cached === true) this.#cachedCalls += 1;
    else this.#latency.add(latencyMs);
    this.#tokens.input.add(usage?.inputTokens);
    this.#tokens.output.add(usage?.outputTokens);
    if (usage?.inputTokens === undefined || usage.outputTokens === undefined) this.#untold += 1;
    this.#costUsd.add(costUsd);
  }

  toFigures(): CallFigures {
    return {
      slowest: this.#slowest.list(),
      dearest: this.#dearest.list(),
      latencyMs: { median: this.#latency.findQuantile(0.5), p95: this.#latency.findQuantile(0.95) },
      tokens: {
        input: this.#tokens.input.toSum().known,
        output: this.#tokens.output.toSum().known,
        unknown: this.#untold,
      },
      costUsd: this.#costUsd.toSum(),
      calls: this.#calls,
      cachedCalls: this.#cachedCalls,
    };
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function toName({ id, dataset, target, send, play, repeat }: ConversationName): ConversationName {
  return { id, dataset, target, send, play, repeat };
}

/** The greatest first; equal ones by name, so that the order in which they came does not matter. */
function compareNamed(one: NamedCase, other: NamedCase): number {
  return (
    other.value - one.value ||
    compareText(one.dataset, other.dataset) ||
    compareText(one.id, other.id) ||
    one.repeat - other.repeat
  );
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
