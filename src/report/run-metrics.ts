import type { Transport } from '../calibrate/certificate/certificate-mix.ts';
import type { LabeledRate } from '../calibrate/labeled-pass-rate.ts';
import type { Certificate, JudgeCertificate } from '../conversation/certificate.ts';
import type { ConversationName, RunCounts, SimulationRecord } from '../conversation/run/run-record.ts';
import type { Provenance, UngradedCause } from '../conversation/verdict.ts';
import type { Estimate } from '../statistics/estimate.ts';

/** One thing that is counted apart: a tag, a grader, a place in the conversation. */
interface GroupMetrics {
  readonly name: string;
  readonly counts: RunCounts;
  readonly rate: Estimate;
}

export interface GraderMetrics {
  /** Id of the grader without turn and given number: `contains`, not `contains-1` or `turn-4/contains-2`. */
  readonly grader: string;
  /** Verdicts that passed among those that were graded. */
  readonly rate: Estimate;
  /** Mean of its verdicts on 0–1; under `not` a verdict counts 1 − normalizedScore: more is better. */
  readonly normalizedScore: Estimate;
  readonly ungraded: Readonly<Partial<Record<UngradedCause, number>>>;
  /** The judges it asked, and by which decks. Absent: it asks no judge. */
  readonly judges?: readonly JudgeFacts[];
}

export type JudgeFacts = Pick<Provenance, 'deck' | 'target' | 'provider' | 'model'>;

/** The k-th reply of each conversation. Positions of which no reply was graded are left out. */
export interface PositionMetrics {
  /** From 0 over the replies of the target. */
  readonly replyIndex: number;
  /** The turn that it is, from 0 over all messages; null: not the same turn in every conversation. */
  readonly turnIndex: number | null;
  /** Turns whose graders all passed, among those that passed or failed. */
  readonly rate: Estimate;
  /** Mean of the turns, each the mean of its verdicts by weight; under `not` a verdict counts 1 − normalizedScore: more is better. */
  readonly normalizedScore: Estimate;
  /**
   * Share of conversations without a failed reply up to and with this one (Kaplan–Meier). A reply that no grader looks
   * at cannot fail. One that ended, or whose grader gave no answer, says nothing about what follows. n: the number at
   * risk, those that reached this reply without a fail.
   */
  readonly survival: Estimate;
}

/** Conversations with a failed turn, by what failed first. */
export interface FirstFailure {
  /** By the number of the reply, from 0 over the replies of the target. */
  readonly byReply: readonly number[];
  /** By the turn that this reply is, in order. */
  readonly byTurn: readonly { readonly turnIndex: number; readonly count: number }[];
  /** Among those that continued and were graded again, those whose last graded turn passed. */
  readonly recoveryRate: Estimate;
}

/** A sum of which some parts may not be known. `total` null: none of them is. */
export interface PartialSum {
  readonly total: number | null;
  readonly unknownCalls: number;
}

export interface NamedCase extends ConversationName {
  readonly value: number;
}

export interface FlakyCase {
  readonly id: string;
  readonly eval: string;
  readonly passed: number;
  readonly of: number;
}

export interface RepeatMetrics {
  readonly k: number;
  /** At least one of k passes. */
  readonly passAtK: Estimate;
  /** All of k pass. */
  readonly passHatK: Estimate;
}

/** One variant of a run: a target, asked in one form, in one mode. Every rate with its interval and n. */
export interface VariantMetrics {
  readonly target: string;
  readonly send: ConversationName['send'];
  readonly play: ConversationName['play'];
  readonly counts: RunCounts;
  /** Clustered by conversation where repeats or `conversation_id` make clusters. */
  readonly rate: Estimate;
  /** Means of the aggregate over conversations. */
  readonly aggregate: { readonly mean: Estimate; readonly min: Estimate; readonly last: Estimate };
  /** Conversations by their mean fold, in 20 steps from 0 to 1. */
  readonly distribution: readonly number[];
  readonly byTag: readonly GroupMetrics[];
  readonly byGrader: readonly GraderMetrics[];
  readonly byPosition: readonly PositionMetrics[];
  readonly firstFailure: FirstFailure;
  /** By k; empty without repeats. */
  readonly repeats: readonly RepeatMetrics[];
  readonly slowest: readonly NamedCase[];
  readonly mostExpensive: readonly NamedCase[];
  /** Median latency and cost of a conversation: slow and expensive ones take much more. null: it is not known. */
  readonly medianCase: { readonly latencyMs: number | null; readonly costUsd: number | null };
  readonly flakiest: readonly FlakyCase[];
  readonly latencyMs: { readonly median: number | null; readonly p95: number | null };
  /** What is known; `unknownCalls`: calls that did not report both. */
  readonly tokens: { readonly input: number | null; readonly output: number | null; readonly unknownCalls: number };
  /** What is known; `unknownCalls`: calls whose price is not. */
  readonly costUsd: PartialSum;
  /** Cost of the judges that graded this variant. `judgeCalls` and `judgeCachedCalls` are theirs. Absent: no judge. */
  readonly judgeCostUsd?: PartialSum;
  readonly judgeCalls?: number;
  readonly judgeCachedCalls?: number;
  readonly judgeRateLimited?: number;
  readonly calls: number;
  readonly cachedCalls: number;
  /** Attempts that got 429, as `judgeRateLimited` of judges. Absent: none did. */
  readonly rateLimited?: number;
}

/** How often something went wrong for the same cause, with one message of it. */
export interface CauseMetrics {
  readonly status: 'error' | 'ungraded';
  readonly cause: string;
  readonly count: number;
  readonly example: string;
  /** Not all of them have that message. */
  readonly hasOthers: boolean;
  /** Ungraded: ids of the first such cases, in the order of the files. Cases in error are listed one by one anyway. */
  readonly cases?: readonly string[];
  /** There are more of them. */
  readonly hasMoreCases?: true;
}

/** Verdicts that could not be given in conversations that failed or broke anyway, so that no status shows it. */
export interface UngradedVerdicts {
  readonly graders: readonly {
    readonly grader: string;
    /** Its verdicts in all, with and without a score. */
    readonly of: number;
    /** Those without, by cause. */
    readonly causes: Readonly<Partial<Record<UngradedCause, number>>>;
  }[];
  /** The first such case. */
  readonly example: { readonly id: string; readonly isJudged: boolean };
}

/** Replies at one place of the same cases, after a good history (every-turn) and after the target's own replies (script). */
export interface PropagationMetrics {
  readonly target: string;
  readonly send: ConversationName['send'];
  readonly byReply: readonly {
    /** From 0 over the replies of the script. */
    readonly replyIndex: number;
    readonly everyTurn: Estimate;
    readonly script: Estimate;
    /** script − every-turn: the cost of error propagation. */
    readonly gap: Estimate;
  }[];
}

/** What a judge passed in one variant, and what people would have passed, by its certificate and by labels of the run. */
export interface JudgeMetrics extends Partial<Pick<Certificate, 'state' | 'split' | 'at' | 'caveats'>> {
  readonly variant: Pick<VariantMetrics, 'target' | 'send' | 'play'>;
  readonly deck: string;
  /** Id of the target that was asked. */
  readonly target: string;
  /** Score from which it passed; null under `not`. */
  readonly pass: number | null;
  /** The status of its certificate when it began to judge. State, split, date and caveats are absent without one. */
  readonly certificateStatus: JudgeCertificate['certificateStatus'];
  readonly changed: readonly string[];
  /** Samples it was measured on. */
  readonly labels?: number;
  /** Pass rate of its graded verdicts. */
  readonly raw: Estimate;
  readonly corrected: Estimate;
  /** What the corrected rate assumes, as text. Absent: there is none. */
  readonly assumption?: string;
  /** Where this run's mix of tags and turn counts differs from that of the judge's calibration samples. */
  readonly mixShift?: Transport;
  /** What people would have passed, by labels of a random part of this run. Absent: there are no labels. */
  readonly labeled?: LabeledRate;
}

/** What simulated users did, apart from the targets. */
export interface SimulatedMetrics {
  readonly ends: Readonly<Partial<Record<SimulationRecord['end'], number>>>;
  readonly costUsd: PartialSum;
}

/** What a run came to, in numbers: the same for terminal, page, pull request and machine. */
export interface RunMetrics {
  readonly run: string;
  readonly grading?: number;
  readonly variants: readonly VariantMetrics[];
  /** Those that follow decks, by deck, target and variant. Absent: there are none. */
  readonly judges?: readonly JudgeMetrics[];
  /** Of errors and ungraded, the most frequent first. */
  readonly causes: readonly CauseMetrics[];
  /** Absent: there are none. */
  readonly ungradedVerdicts?: UngradedVerdicts;
  /** Where cases were played in both ways. */
  readonly propagation: readonly PropagationMetrics[];
  /** Absent: no user was simulated. */
  readonly simulated?: SimulatedMetrics;
}

/** Below this many at risk one conversation more or less decides where the curve is, so it is not shown. */
const leastAtRisk = 5;

/** Whether a share of survival says anything about other conversations. */
export function isSurvivalShown({ value, n }: Estimate): boolean {
  return value !== null && n >= leastAtRisk;
}
