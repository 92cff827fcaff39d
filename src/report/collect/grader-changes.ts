import { toCluster } from '../../conversation/cluster.ts';
import type { Verdict } from '../../conversation/verdict.ts';
import type { ShownConversation } from '../render-conversation.ts';
import type { GraderMetrics } from '../run-metrics.ts';
import { GraderTally, toGraderName } from './grader-tally.ts';
import { NamedTallies } from './named-tallies.ts';

type Graded = Pick<ShownConversation, 'start' | 'verdicts'>;
type Outcome = 'pass' | 'fail' | 'ungraded';

/** How often verdicts of a grader went one way. `from` absent: the verdict is new. `to` absent: it was removed. */
export interface VerdictMove {
  readonly from?: Outcome;
  readonly to?: Outcome;
  readonly count: number;
}

/** The verdicts of a grader in a later grading, over all targets, and how they changed. */
export interface GraderChanges {
  readonly metrics: GraderMetrics;
  /** The most frequent first; verdicts that say the same are left out. */
  readonly moves: readonly VerdictMove[];
}

interface GraderChangeInput {
  /** Number of the later grading. */
  readonly grading: number;
  /** No case was played more than once, by no other target either: nothing has to be kept by case. */
  readonly isOnePerCase: boolean;
}

/** Compares the verdicts of a later grading with those before it, by grader. Leaves out graders that did not grade. */
export class GraderChangeCollector {
  readonly #input: GraderChangeInput;
  readonly #graders = new NamedTallies(() => ({ tally: new GraderTally(), moves: new Map<string, VerdictMove>() }));

  constructor(input: GraderChangeInput) {
    this.#input = input;
  }

  /** Adds a conversation with its earlier and its current verdicts. `before` undefined: it did not exist. */
  add(before: Graded | undefined, { start, verdicts }: Graded): void {
    const given = verdicts.filter(({ provenance }) => provenance?.grading === this.#input.grading);
    const isAlone = this.#input.isOnePerCase && start.conversationId === undefined;
    for (const [name, own] of Map.groupBy(given, ({ grader }) => toGraderName(grader))) {
      this.#graders.get(name).tally.add(own, isAlone ? undefined : toCluster(start));
    }
    const earlier = new Map((before?.verdicts ?? []).map((verdict) => [toKey(verdict), verdict]));
    for (const verdict of given) this.#move(verdict, earlier.get(toKey(verdict)), verdict);
    const there = new Set(verdicts.map(toKey));
    for (const [key, verdict] of earlier) if (!there.has(key)) this.#move(verdict, verdict, undefined);
  }

  /** By name. */
  toChanges(): readonly GraderChanges[] {
    return this.#graders.list().map(([name, { tally, moves }]) => ({
      metrics: tally.toMetrics(name),
      moves: [...moves.values()].sort((one, other) => other.count - one.count),
    }));
  }

  #move({ grader }: Verdict, before: Verdict | undefined, after: Verdict | undefined): void {
    const [from, to] = [toOutcome(before), toOutcome(after)];
    if (from === to) return;
    const { moves } = this.#graders.get(toGraderName(grader));
    const key = `${from} ${to}`;
    const count = (moves.get(key)?.count ?? 0) + 1;
    moves.set(key, { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), count });
  }
}

function toKey({ grader, turnIndex }: Verdict): string {
  return `${turnIndex} ${grader}`;
}

function toOutcome(verdict: Verdict | undefined): Outcome | undefined {
  if (verdict?.status !== 'graded') return verdict?.status;
  return verdict.pass ? 'pass' : 'fail';
}
