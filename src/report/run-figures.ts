import type { ConversationName, RunCounts, SimulationRecord } from '../conversation/run-record.ts';
import type { UngradedCause } from '../conversation/verdict.ts';
import type { RateInterval } from '../statistics/wilson.ts';

/** A mean with its interval; undefined is null, with the reason. */
export type MeanFigure = RateInterval;

/** One thing that is counted apart: a tag, a grader, a place in the conversation. */
export interface GroupFigures {
  readonly name: string;
  readonly counts: RunCounts;
  readonly rate: RateInterval;
}

export interface GraderFigures {
  /** Id of the grader. Those of turns stand together: `must-mention`, not `turn-3/must-mention-1`. */
  readonly grader: string;
  /** Verdicts that passed among those that were graded. */
  readonly rate: RateInterval;
  readonly unit: MeanFigure;
  readonly ungraded: Readonly<Partial<Record<UngradedCause, number>>>;
}

/** The k-th reply of each conversation. Positions of which no reply was graded are left out. */
export interface PositionFigures {
  /** From 0 over the replies of the target. */
  readonly reply: number;
  /** Turns whose graders all passed, among those that passed or failed. */
  readonly rate: RateInterval;
  /**
   * Mean of the turns, each the plain mean of its verdicts. All-or-nothing verdicts count as they passed, so that more
   * is better under `not` too; a verdict in between counts as it was scored.
   */
  readonly unit: MeanFigure;
  /**
   * Share of conversations without a failed reply up to and with this one (Kaplan–Meier: one that ended, or was not
   * graded here, says nothing about what follows). n: those that were without a fail before it.
   */
  readonly alive: RateInterval;
}

/** A sum of which some parts may not be known. `known` null: none of them is. */
export interface PartialSum {
  readonly known: number | null;
  readonly unknown: number;
}

export interface NamedCase extends ConversationName {
  readonly value: number;
}

export interface FlakyCase {
  readonly id: string;
  readonly dataset: string;
  readonly passed: number;
  readonly of: number;
}

export interface RepeatFigures {
  readonly k: number;
  /** At least one of k passes. */
  readonly passAtK: RateInterval;
  /** All of k pass. */
  readonly passHatK: RateInterval;
}

/** One column of a run: a target, asked in one form, in one mode. Every rate with its interval and n. */
export interface ColumnFigures {
  readonly target: string;
  readonly send: ConversationName['send'];
  readonly play: ConversationName['play'];
  readonly counts: RunCounts;
  /** Clustered by conversation where repeats or `conversation_id` make clusters. */
  readonly rate: RateInterval;
  /** Means of the folds over conversations. */
  readonly folds: { readonly mean: MeanFigure; readonly min: MeanFigure; readonly last: MeanFigure };
  /** Conversations by their mean fold, in 20 steps from 0 to 1. */
  readonly distribution: readonly number[];
  readonly byTag: readonly GroupFigures[];
  readonly byGrader: readonly GraderFigures[];
  readonly byPosition: readonly PositionFigures[];
  /**
   * Conversations with a failed turn, by the reply that failed first; and, among those that went on and were graded
   * again, those whose last graded turn passed.
   */
  readonly firstFailure: { readonly byReply: readonly number[]; readonly recovered: RateInterval };
  /** By k; empty without repeats. */
  readonly repeats: readonly RepeatFigures[];
  readonly slowest: readonly NamedCase[];
  readonly dearest: readonly NamedCase[];
  readonly flakiest: readonly FlakyCase[];
  readonly latencyMs: { readonly median: number | null; readonly p95: number | null };
  /** What is known; `unknown`: calls that did not tell both. */
  readonly tokens: { readonly input: number | null; readonly output: number | null; readonly unknown: number };
  /** What is known; `unknown`: calls whose price is not. */
  readonly costUsd: PartialSum;
  readonly judgeCostUsd?: PartialSum;
  readonly calls: number;
  readonly cachedCalls: number;
}

/** How often something went wrong for the same cause, with one message of it. */
export interface CauseFigures {
  readonly status: 'error' | 'ungraded';
  readonly cause: string;
  readonly count: number;
  readonly example: string;
  /** Not all of them have that message. */
  readonly hasOthers: boolean;
}

/** Replies at one place of the same cases, after a good history (every-turn) and after the target's own replies (script). */
export interface PropagationFigures {
  readonly target: string;
  readonly send: ConversationName['send'];
  readonly byReply: readonly {
    /** From 0 over the replies of the script. */
    readonly reply: number;
    readonly everyTurn: RateInterval;
    readonly script: RateInterval;
    /** script − every-turn: what errors that were carried on cost. */
    readonly gap: MeanFigure;
  }[];
}

/** What simulated users did, apart from the targets. */
export interface SimulatedFigures {
  readonly ends: Readonly<Partial<Record<SimulationRecord['end'], number>>>;
  readonly costUsd: PartialSum;
}

/** What a run came to, in numbers: the same for terminal, page, pull request and machine. */
export interface RunFigures {
  readonly run: string;
  readonly grading?: number;
  readonly columns: readonly ColumnFigures[];
  /** Of errors and ungraded, the most frequent first. */
  readonly causes: readonly CauseFigures[];
  /** Where cases were played in both ways. */
  readonly propagation: readonly PropagationFigures[];
  /** Absent: no user was simulated. */
  readonly simulated?: SimulatedFigures;
}
