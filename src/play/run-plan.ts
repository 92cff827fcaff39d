import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { Variant } from '../conversation/run/variants.ts';
import type { Send, TargetSpec, TokenPrice } from '../conversation/target-spec.ts';
import type { Range } from '../conversation/token-range.ts';
import { countConversation, countReplies, estimateCalls, type LengthOf } from './estimate.ts';

/** What a run will do, before it does anything. Tokens and money are guessed from the length of texts. */
export interface RunPlan {
  readonly cases: number;
  /** Clusters of statistics, as `toCluster` names them: cases of one `conversation_id` count once. */
  readonly clusters: number;
  /** Ids of the targets under test; simulated users and judges are not among them, though their calls are counted. */
  readonly targets: readonly string[];
  /** What each of them is sent, by id. */
  readonly sends: ReadonlyMap<string, readonly Send[]>;
  /** Some of the eval files are written for AgentV, which decides what targets are sent. */
  readonly hasAgentv?: boolean;
  readonly conversations: number;
  readonly calls: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** Of the targets whose price is known. */
  readonly costUsd: Range;
  /** Targets whose price is not known; what they cost is not in `costUsd`. */
  readonly unpriced: readonly string[];
  /** What judges take of it when each case is played once; absent: none is asked. */
  readonly judging?: Pick<RunPlan, 'calls' | 'costUsd' | 'unpriced'>;
  /** Every case is this many conversations; absent when they differ. */
  readonly conversationsPerCase?: number;
}

export interface PlannerOptions {
  readonly repeat: number;
  readonly priceOf: (spec: TargetSpec) => TokenPrice | undefined;
}

/** What the planner has to know of a case besides. */
export interface PlannedCase {
  readonly specs: ReadonlyMap<string, TargetSpec>;
  readonly lengthOf: LengthOf;
  /** What its judges will take when it is played so. */
  readonly judging?: (played: EstimatedPlay) => readonly JudgingEstimate[];
}

/** A conversation before it is played. */
export interface EstimatedPlay {
  readonly play: PlayMode;
  readonly replies: Range;
  /** Characters of everything that is known of it. */
  readonly told: number;
}

/** Calls of one judge in one conversation, and the tokens that go in, all of them together. */
export interface JudgingEstimate {
  readonly spec: TargetSpec;
  readonly calls: Range;
  readonly input: Range;
}

/** Calls, and the tokens that go in with all of them together. */
interface Calls {
  readonly calls: Range;
  readonly input: Range;
}

/** Adds up what each case will take. */
export class Planner {
  readonly #options: PlannerOptions;
  readonly #unpriced = new Set<string>();
  readonly #sizes = new Set<number>();
  readonly #sends = new Map<string, readonly Send[]>();
  #cases = 0;
  #alone = 0;
  readonly #conversationIds = new Set<string>();
  #conversations = 0;
  #calls = { low: 0, high: 0 };
  #inputTokens = { low: 0, high: 0 };
  #outputTokens = { low: 0, high: 0 };
  #costUsd = { low: 0, high: 0 };
  readonly #judging = { calls: { low: 0, high: 0 }, costUsd: { low: 0, high: 0 }, unpriced: new Set<string>() };

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  add(evalCase: EvalCase, variants: readonly Variant[], { specs, lengthOf, judging }: PlannedCase): void {
    const { repeat } = this.#options;
    this.#cases += 1;
    if (evalCase.conversation_id === undefined) this.#alone += 1;
    else this.#conversationIds.add(evalCase.conversation_id);
    this.#conversations += variants.length * repeat;
    this.#sizes.add(variants.length * repeat);
    for (const { target, send, play } of variants) {
      this.#addSend(target, send);
      for (const call of estimateCalls(evalCase, play, lengthOf)) {
        const spec = specs.get(call.by === 'simulator' ? (evalCase.simulate?.target ?? '') : target);
        if (spec !== undefined) this.#addCalls(spec, call);
      }
      if (judging === undefined) continue;
      const told = countConversation(evalCase, play, lengthOf);
      for (const { spec, ...calls } of judging({ play, replies: countReplies(evalCase, play), told })) {
        this.#addJudging(spec, calls);
      }
    }
  }

  toPlan(): RunPlan {
    const [perCase] = this.#sizes;
    return {
      cases: this.#cases,
      clusters: this.#alone + this.#conversationIds.size,
      targets: [...this.#sends.keys()],
      sends: this.#sends,
      conversations: this.#conversations,
      calls: this.#calls,
      inputTokens: this.#inputTokens,
      outputTokens: this.#outputTokens,
      costUsd: this.#costUsd,
      unpriced: [...this.#unpriced],
      ...(this.#judging.calls.high === 0
        ? {}
        : { judging: { ...this.#judging, unpriced: [...this.#judging.unpriced] } }),
      ...(this.#sizes.size === 1 && perCase !== undefined ? { conversationsPerCase: perCase } : {}),
    };
  }

  #addSend(target: string, send: Send): void {
    const forms = this.#sends.get(target) ?? [];
    if (!forms.includes(send)) this.#sends.set(target, [...forms, send]);
  }

  #addCalls(spec: TargetSpec, { calls, input }: Calls): Range | undefined {
    const { repeat } = this.#options;
    const settings = 'settings' in spec ? spec.settings : undefined;
    const longest = settings?.max_output_tokens ?? 1_000;
    const output = { low: calls.low * Math.min(20, longest), high: calls.high * longest };
    addTo(this.#calls, calls, repeat);
    addTo(this.#inputTokens, input, repeat);
    addTo(this.#outputTokens, output, repeat);
    const costUsd = this.#findCost(spec, input, output);
    if (costUsd === undefined) this.#unpriced.add(spec.id);
    else addTo(this.#costUsd, costUsd, repeat);
    return costUsd;
  }

  #addJudging(spec: TargetSpec, calls: Calls): void {
    const costUsd = this.#addCalls(spec, calls);
    addTo(this.#judging.calls, calls.calls, 1);
    if (costUsd === undefined) this.#judging.unpriced.add(spec.id);
    else addTo(this.#judging.costUsd, costUsd, 1);
  }

  /** Of tokens that go in and come out; undefined when there is no price. */
  #findCost(spec: TargetSpec, input: Range, output: Range): Range | undefined {
    const price = this.#options.priceOf(spec);
    if (price === undefined) return undefined;
    const { input_usd: inUsd = 0, output_usd: outUsd = 0 } = price;
    const toUsd = (end: keyof Range) => (input[end] * inUsd + output[end] * outUsd) / 1e6;
    return { low: toUsd('low'), high: toUsd('high') };
  }
}

function addTo(sum: { low: number; high: number }, range: Range, factor: number): void {
  sum.low += range.low * factor;
  sum.high += range.high * factor;
}
