import type { JudgeCosts } from '../../conversation/judge/judgment.ts';
import { type Aggregate, type ConversationName, noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { VariantMetrics } from '../run-metrics.ts';
import { CallTally } from './call-tally.ts';
import { GraderTally, toGraderName } from './grader-tally.ts';
import { MeanTally } from './mean-tally.ts';
import { NamedTallies } from './named-tallies.ts';
import { PositionTally } from './position-tally.ts';
import { RateTally } from './rate-tally.ts';
import { RepeatTally } from './repeat-tally.ts';
import type { TurnOutcome } from './turn-outcomes.ts';

const distributionSteps = 20;

/** Conversations by status, and the rate of those that passed among those that passed or failed. */
class StatusTally {
  readonly #counts: { -readonly [Status in keyof RunCounts]: number } = { ...noCounts };
  readonly #rate = new RateTally();

  add(status: CaseStatus, cluster: string | undefined): void {
    this.#counts[status] += 1;
    if (status === 'pass' || status === 'fail') this.#rate.addOne(status === 'pass', cluster);
  }

  toMetrics(): Pick<VariantMetrics, 'counts' | 'rate'> {
    return { counts: { ...this.#counts }, rate: this.#rate.toInterval() };
  }
}

/** A conversation that has ended, with what was worked out of it once for all tallies. */
export interface EndedConversation {
  readonly conversation: ShownConversation & { readonly end: NonNullable<ShownConversation['end']> };
  readonly outcomes: readonly TurnOutcome[];
  /** undefined: it is a cluster of its own. */
  readonly cluster: string | undefined;
}

export type VariantKey = Pick<ConversationName, 'target' | 'send' | 'play'>;

/** Everything that is counted of one variant of a run. */
export class VariantTally {
  readonly #name: VariantKey;
  readonly #all = new StatusTally();
  readonly #tags = new NamedTallies(() => new StatusTally());
  readonly #graders = new NamedTallies(() => new GraderTally());
  readonly #positions = new PositionTally();
  readonly #aggregate = { mean: new MeanTally(), min: new MeanTally(), last: new MeanTally() };
  readonly #distribution = new Array<number>(distributionSteps).fill(0);
  readonly #calls = new CallTally();
  readonly #repeats: RepeatTally | undefined;
  #judges: JudgeCosts | undefined;

  constructor({ target, send, play }: VariantKey, { hasRepeats }: { readonly hasRepeats: boolean }) {
    this.#name = { target, send, play };
    this.#repeats = hasRepeats ? new RepeatTally() : undefined;
  }

  add({ conversation, outcomes, cluster }: EndedConversation): void {
    const { start, end, verdicts } = conversation;
    this.#all.add(end.status, cluster);
    for (const tag of new Set(start.tags)) this.#tags.get(tag).add(end.status, cluster);
    this.#calls.add(conversation);
    // It will be played to its end later; what it has by now is half a conversation.
    if (end.status === 'skipped') return;
    this.#repeats?.add(start, end.status, cluster);
    this.#positions.add(outcomes, cluster);
    for (const [grader, given] of Map.groupBy(verdicts, (verdict) => toGraderName(verdict.grader))) {
      this.#graders.get(grader).add(given, cluster);
    }
    if (end.aggregate !== undefined) this.#addAggregate(end.aggregate, cluster);
  }

  setJudgeCosts(costs: JudgeCosts): void {
    this.#judges = costs;
  }

  #addAggregate({ mean, min, last }: Aggregate, cluster: string | undefined): void {
    if (mean !== null) {
      const step = Math.min(Math.floor(mean * distributionSteps), distributionSteps - 1);
      this.#distribution[step] = (this.#distribution[step] ?? 0) + 1;
      this.#aggregate.mean.add([mean], cluster);
    }
    if (min !== null) this.#aggregate.min.add([min], cluster);
    if (last !== null) this.#aggregate.last.add([last], cluster);
  }

  toMetrics(): VariantMetrics {
    const { mean, min, last } = this.#aggregate;
    return {
      ...this.#name,
      ...this.#all.toMetrics(),
      aggregate: { mean: mean.toInterval(), min: min.toInterval(), last: last.toInterval() },
      distribution: [...this.#distribution],
      byTag: this.#tags.list().map(([name, tally]) => ({ name, ...tally.toMetrics() })),
      byGrader: this.#graders.list().map(([name, tally]) => tally.toMetrics(name)),
      byPosition: this.#positions.toMetrics(),
      firstFailure: this.#positions.toFirstFailure(),
      repeats: this.#repeats?.toMetrics() ?? [],
      flakiest: this.#repeats?.listFlakiest() ?? [],
      ...this.#calls.toMetrics(),
      ...(this.#judges === undefined ? {} : toJudgeMetrics(this.#judges)),
    };
  }
}

function toJudgeMetrics({ calls, cached, known, unknown, rateLimited }: JudgeCosts): Partial<VariantMetrics> {
  const judgeCostUsd = { total: unknown === calls ? null : known, unknownCalls: unknown };
  const refused = rateLimited === undefined ? {} : { judgeRateLimited: rateLimited };
  return { judgeCostUsd, judgeCalls: calls, judgeCachedCalls: cached, ...refused };
}
