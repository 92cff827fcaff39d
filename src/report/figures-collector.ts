import { PlayMode } from '../conversation/case.ts';
import type { SimulationRecord } from '../conversation/run-record.ts';
import { Send } from '../conversation/target-spec.ts';
import { CauseTally } from './collect/cause-tally.ts';
import { type ColumnName, ColumnTally, type EndedConversation } from './collect/column-tally.ts';
import { PropagationTally } from './collect/propagation-tally.ts';
import { RankedList } from './collect/ranked-list.ts';
import { SumTally } from './collect/sum-tally.ts';
import { listTurnOutcomes } from './collect/turn-outcomes.ts';
import type { ShownConversation } from './render-conversation.ts';
import type { RunFigures, SimulatedFigures } from './run-figures.ts';
import { type CaseLine, listedCases, type RunSummary } from './run-summary.ts';
import { toCaseLine } from './to-case-line.ts';

export interface CollectorInput {
  readonly run: string;
  /** Ids in the order in which they are shown; targets that are not among them come first. */
  readonly targets: readonly string[];
  /** Cases are played more than once. Default: they may be. Where they are not, nothing has to be kept by case. */
  readonly hasRepeats?: boolean;
  /** The later grading whose verdicts the conversations come with. */
  readonly grading?: number;
}

/**
 * Counts the conversations of a run as they come, in any order, into the figures of every report. Grows with targets,
 * tags, graders and positions, each bounded; with cases only where repeats or `conversation_id` make clusters of them.
 */
export class FiguresCollector {
  readonly #input: CollectorInput;
  readonly #columns = new Map<string, { readonly name: ColumnName; readonly tally: ColumnTally }>();
  readonly #causes = new CauseTally();
  readonly #propagation = new PropagationTally();
  readonly #failed: RankedList<CaseLine>;
  readonly #simulatedEnds = new Map<SimulationRecord['end'], number>();
  readonly #simulatedCost = new SumTally();

  constructor(input: CollectorInput) {
    this.#input = input;
    this.#failed = new RankedList(listedCases, (one, other) => this.#compareLines(one, other));
  }

  /** One that is not at its end is left out. */
  add(conversation: ShownConversation): void {
    const { start, end } = conversation;
    if (end === undefined) return;
    const outcomes = listTurnOutcomes(conversation);
    const cluster = this.#findCluster(start);
    const ended: EndedConversation = { conversation: { ...conversation, end }, outcomes, cluster };
    this.#toColumn(start).add(ended);
    if (end.status !== 'skipped') this.#propagation.add(conversation, outcomes, cluster);
    this.#addSimulation(ended);
    const line = toCaseLine(conversation);
    this.#causes.add(line);
    if (line.status === 'fail' || line.status === 'error') this.#failed.add(line);
  }

  toFigures(): RunFigures {
    const { run, grading } = this.#input;
    const columns = [...this.#columns.values()].sort((one, other) => this.#compareColumns(one.name, other.name));
    const propagation = this.#propagation.toFigures();
    return {
      run,
      ...(grading === undefined ? {} : { grading }),
      columns: columns.map(({ tally }) => tally.toFigures()),
      causes: this.#causes.toFigures(),
      propagation: propagation.toSorted((one, other) =>
        this.#compareColumns({ ...one, play: 'script' }, { ...other, play: 'script' }),
      ),
      ...(this.#simulatedEnds.size === 0 ? {} : { simulated: this.#toSimulated() }),
    };
  }

  toSummary(): RunSummary {
    return { figures: this.toFigures(), failed: this.#failed.list() };
  }

  /** Conversations that are not independent: those of one `conversation_id`, and the repeats of a case. */
  #findCluster({ conversationId, dataset, id }: ShownConversation['start']): string | undefined {
    if (conversationId !== undefined) return `conversation ${conversationId}`;
    return this.#input.hasRepeats === false ? undefined : `case ${JSON.stringify([dataset, id])}`;
  }

  #toColumn({ target, send, play }: ColumnName): ColumnTally {
    const key = `${send} ${play} ${target}`;
    const known = this.#columns.get(key);
    if (known !== undefined) return known.tally;
    const name = { target, send, play };
    const tally = new ColumnTally(name, { hasRepeats: this.#input.hasRepeats !== false });
    this.#columns.set(key, { name, tally });
    return tally;
  }

  #addSimulation({ conversation: { end, replies } }: EndedConversation): void {
    if (end.simulation === undefined) return;
    this.#simulatedEnds.set(end.simulation.end, (this.#simulatedEnds.get(end.simulation.end) ?? 0) + 1);
    for (const { by, call } of replies) if (by === 'simulator') this.#simulatedCost.add(call.costUsd);
  }

  #toSimulated(): SimulatedFigures {
    return { ends: Object.fromEntries(this.#simulatedEnds), costUsd: this.#simulatedCost.toSum() };
  }

  #compareLines(one: CaseLine, other: CaseLine): number {
    return (
      one.file - other.file ||
      one.position - other.position ||
      this.#compareColumns(one, other) ||
      one.repeat - other.repeat
    );
  }

  #compareColumns(one: ColumnName, other: ColumnName): number {
    const { targets } = this.#input;
    return (
      targets.indexOf(one.target) - targets.indexOf(other.target) ||
      Send.options.indexOf(one.send) - Send.options.indexOf(other.send) ||
      PlayMode.options.indexOf(one.play) - PlayMode.options.indexOf(other.play)
    );
  }
}
