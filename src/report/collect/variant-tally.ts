import type { JudgeCosts } from '../../conversation/judge/judgment.ts';
import { type Aggregate, type ConversationName, noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import type { CaseStatus } from '../../conversation/verdict.ts';
import { passAtK, passHatK } from '../../statistics/rates/pass-at-k.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { FlakyCase, RepeatMetrics, VariantMetrics } from '../run-metrics.ts';
import { CallTally } from './call-tally.ts';
import { GraderTally, toGraderName } from './grader-tally.ts';
import { MeanTally } from './mean-tally.ts';
import { NamedTallies } from './named-tallies.ts';
import { PositionTally } from './position-tally.ts';
import { RankedList } from './ranked-list.ts';
import { RateTally } from './rate-tally.ts';
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
    // A resumed run will complete it. Until then it is half a conversation.
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

const listedFlaky = 5;
/** Metrics for k up to this, and for as many repeats as there are. */
const listedRepeats = 10;

type RepeatedCase = FlakyCase & { readonly cluster?: string };

/** The repeats of each case: how many passed, of how many that passed or failed. */
class RepeatTally {
  readonly #cases = new Map<string, RepeatedCase>();

  add({ eval: evalName, id }: ConversationName, status: CaseStatus, cluster: string | undefined): void {
    if (status !== 'pass' && status !== 'fail') return;
    const key = JSON.stringify([evalName, id]);
    const { passed, of } = this.#cases.get(key) ?? { passed: 0, of: 0 };
    const counts = { passed: passed + Number(status === 'pass'), of: of + 1 };
    this.#cases.set(key, { id, eval: evalName, ...counts, ...(cluster === undefined ? {} : { cluster }) });
  }

  /** By k; empty where no case has two repeats that were decided. */
  toMetrics(): readonly RepeatMetrics[] {
    const cases = [...this.#cases.values()];
    const most = cases.reduce((greatest, { of }) => Math.max(greatest, of), 0);
    if (most < 2) return [];
    const ks = Array.from({ length: Math.min(most, listedRepeats) }, (_, index) => index + 1);
    if (most > listedRepeats) ks.push(most);
    return ks.map((k) => ({ k, passAtK: passAtK(cases, k), passHatK: passHatK(cases, k) }));
  }

  /** Cases that pass and fail, those next to half first. */
  listFlakiest(): readonly FlakyCase[] {
    const flakiest = new RankedList<FlakyCase>(listedFlaky, compareFlaky);
    for (const { id, eval: evalName, passed, of } of this.#cases.values()) {
      if (passed > 0 && passed < of) flakiest.add({ id, eval: evalName, passed, of });
    }
    return flakiest.list();
  }
}

function compareFlaky(one: FlakyCase, other: FlakyCase): number {
  const name = ({ eval: evalName, id }: FlakyCase) => `${evalName}\n${id}`;
  return (
    Math.abs(one.passed / one.of - 0.5) - Math.abs(other.passed / other.of - 0.5) ||
    other.of - one.of ||
    (name(one) < name(other) ? -1 : Number(name(one) > name(other)))
  );
}
