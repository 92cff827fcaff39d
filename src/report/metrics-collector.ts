import { definedOnly } from '../base/defined-only.ts';
import { PlayMode } from '../conversation/case.ts';
import type { JudgeCertificate } from '../conversation/certificate.ts';
import { toCluster } from '../conversation/cluster.ts';
import type { JudgeCosts } from '../conversation/judge/judgment.ts';
import type { QuestionLabels } from '../conversation/label-request.ts';
import type { SimulationRecord } from '../conversation/run/run-record.ts';
import { Send } from '../conversation/target-spec.ts';
import { SumTally } from './collect/call-tally.ts';
import { FailedCases } from './collect/failed-cases.ts';
import { JudgeTallies, listUserTurns } from './collect/judge-tallies.ts';
import { PropagationTally } from './collect/propagation-tally.ts';
import { listTurnOutcomes } from './collect/turn-outcomes.ts';
import { CauseTally, UngradedTally } from './collect/ungraded-tally.ts';
import { type EndedConversation, type VariantKey, VariantTally } from './collect/variant-tally.ts';
import { toCaseLine } from './render-case-list.ts';
import type { ShownConversation } from './render-conversation.ts';
import type { RunMetrics, SimulatedMetrics } from './run-metrics.ts';
import { type CaseLine, listedCases, type RunSummary } from './run-summary.ts';
import { sumCounts } from './summary/headline.ts';

interface CollectorInput {
  readonly run: string;
  /** Ids in the order in which they are shown; targets that are not among them come first. */
  readonly targets: readonly string[];
  /** How many conversations the run has. Default: those that are added. */
  readonly conversations?: number;
  /** Cases are played more than once. Default: they may be. Where they are not, nothing has to be kept by case. */
  readonly hasRepeats?: boolean;
  /** The later grading whose verdicts the conversations come with. */
  readonly grading?: number;
  /** The status of its judges' certificates. */
  readonly certificates?: readonly JudgeCertificate[];
  /** The labels of people on this run, by question. */
  readonly labels?: readonly QuestionLabels[];
}

/**
 * Counts the conversations of a run as they come, in any order, into the metrics of every report. Grows with targets,
 * tags, graders and positions, each bounded; with cases only where repeats or `conversation_id` make clusters of them.
 */
export class MetricsCollector {
  readonly #input: CollectorInput;
  readonly #variants = new Map<string, { readonly name: VariantKey; readonly tally: VariantTally }>();
  readonly #causes = new CauseTally();
  readonly #propagation = new PropagationTally();
  readonly #judges: JudgeTallies;
  readonly #failed: FailedCases;
  readonly #ungradedVerdicts: UngradedTally;
  readonly #simulatedEnds = new Map<SimulationRecord['end'], number>();
  readonly #simulatedCost = new SumTally();

  constructor(input: CollectorInput) {
    this.#input = input;
    this.#judges = new JudgeTallies(input.certificates ?? [], input.labels);
    const compare = (one: CaseLine, other: CaseLine) => this.#compareLines(one, other);
    this.#failed = new FailedCases({ most: listedCases, compare, hasRepeats: input.hasRepeats !== false });
    this.#ungradedVerdicts = new UngradedTally((one, other) => compare(one, other) || one.repeat - other.repeat);
  }

  /** One that is not at its end is left out. */
  add(conversation: ShownConversation): void {
    const { start, end } = conversation;
    if (end === undefined) return;
    const outcomes = listTurnOutcomes(conversation);
    const cluster = this.#findCluster(start);
    const ended: EndedConversation = { conversation: { ...conversation, end }, outcomes, cluster };
    this.#toVariant(start).add(ended);
    if (end.status !== 'skipped') {
      this.#propagation.add(conversation, outcomes, cluster);
      const { number, verdicts } = conversation;
      const facts = { start, verdicts, tags: start.tags, userTurns: listUserTurns(conversation) };
      const judged = { ...facts, ...definedOnly({ number }) };
      this.#judges.add(judged, cluster);
    }
    this.#addSimulation(ended);
    const line = toCaseLine(conversation);
    this.#causes.add(line);
    this.#failed.add(line);
    this.#ungradedVerdicts.add(line, conversation.verdicts);
  }

  /** What judges cost, which conversations do not tell. Given again, it replaces the earlier one. */
  setJudgeCosts(costs: readonly JudgeCosts[]): void {
    for (const each of costs) this.#variants.get(toVariantKey(each))?.tally.setJudgeCosts(each);
  }

  toMetrics(): RunMetrics {
    const { run, grading } = this.#input;
    const variants = [...this.#variants.values()]
      .sort((one, other) => this.#compareVariants(one.name, other.name))
      .map(({ tally }) => tally.toMetrics());
    const propagation = this.#propagation.toMetrics();
    const judges = this.#judges.toMetrics((one, other) => this.#compareVariants(one, other));
    const unscored = this.#ungradedVerdicts.toMetrics(variants);
    return {
      run,
      ...(grading === undefined ? {} : { grading }),
      variants,
      ...(judges.length === 0 ? {} : { judges }),
      causes: this.#causes.toMetrics(),
      ...(unscored === undefined ? {} : { ungradedVerdicts: unscored }),
      propagation: propagation.toSorted((one, other) =>
        this.#compareVariants({ ...one, play: 'script' }, { ...other, play: 'script' }),
      ),
      ...(this.#simulatedEnds.size === 0 ? {} : { simulated: this.#toSimulated() }),
    };
  }

  toSummary(): RunSummary {
    const metrics = this.toMetrics();
    const unfinished = this.#countUnfinished(metrics);
    return {
      ...{ metrics, failed: this.#failed.list(), failedCount: this.#failed.count },
      ...(unfinished > 0 ? { unfinished } : {}),
    };
  }

  #countUnfinished({ variants }: RunMetrics): number {
    const ended = Object.values(sumCounts(variants)).reduce((sum, count) => sum + count, 0);
    return (this.#input.conversations ?? ended) - ended;
  }

  /** Undefined: it is its own cluster. */
  #findCluster(start: ShownConversation['start']): string | undefined {
    const isAlone = start.conversationId === undefined && this.#input.hasRepeats === false;
    return isAlone ? undefined : toCluster(start);
  }

  #toVariant({ target, send, play }: VariantKey): VariantTally {
    const name = { target, send, play };
    const key = toVariantKey(name);
    const known = this.#variants.get(key);
    if (known !== undefined) return known.tally;
    const tally = new VariantTally(name, { hasRepeats: this.#input.hasRepeats !== false });
    this.#variants.set(key, { name, tally });
    return tally;
  }

  #addSimulation({ conversation: { end, replies, abandoned = [] } }: EndedConversation): void {
    if (end.simulation === undefined) return;
    this.#simulatedEnds.set(end.simulation.end, (this.#simulatedEnds.get(end.simulation.end) ?? 0) + 1);
    const made = abandoned.flatMap((attempt) => attempt.replies);
    for (const { by, call } of [...made, ...replies]) if (by === 'simulator') this.#simulatedCost.add(call.costUsd);
  }

  #toSimulated(): SimulatedMetrics {
    return { ends: Object.fromEntries(this.#simulatedEnds), costUsd: this.#simulatedCost.toSum() };
  }

  #compareLines(one: CaseLine, other: CaseLine): number {
    return one.file - other.file || one.position - other.position || this.#compareVariants(one, other);
  }

  #compareVariants(one: VariantKey, other: VariantKey): number {
    const { targets } = this.#input;
    return (
      targets.indexOf(one.target) - targets.indexOf(other.target) ||
      Send.options.indexOf(one.send) - Send.options.indexOf(other.send) ||
      PlayMode.options.indexOf(one.play) - PlayMode.options.indexOf(other.play)
    );
  }
}

function toVariantKey({ target, send, play }: VariantKey): string {
  return `${send} ${play} ${target}`;
}
