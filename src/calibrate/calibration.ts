import type { Evidence, GateState, MetricState, ProbeFinding } from '../conversation/certificate.ts';
import type { Variant } from '../conversation/judge/calibration.ts';
import type { Judgment } from '../conversation/judge/judgment.ts';
import type { Rating, SampleMessage, SampleSelection } from '../conversation/sample.ts';
import type { UngradedCause } from '../conversation/verdict.ts';
import type { Estimate } from '../statistics/estimate.ts';
import type { MetricName } from '../statistics/metric-table.ts';

/** A metric of judge against people. The types that have metrics take their shape as `M`: JSON has `Metric`. */
export interface MetricEstimate extends Estimate {
  /** Rates: the number of independent, equally weighted samples with the same precision. Absent: n. */
  readonly effectiveN?: number;
  /** Many drawn conversations have no score: `low` counts them against the judge, `high` counts them for it. */
  readonly bound?: true;
}

/** Counts by cell on the declared scale: `rows[human][judge]`. */
export interface ConfusionMatrix {
  /** The scores of the scale, worst first; rows and columns are in this order. */
  readonly labels: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

/** Every metric, each with its interval and n. */
export type CalibrationMetrics<M = MetricEstimate> = Readonly<Record<MetricName, M>>;

/** Random labels that would decide a metric: `class` is how people would score those conversations at the passing score. */
export interface NeededLabels {
  readonly metric: MetricName;
  readonly class: 'pass' | 'fail' | 'any';
  /** The fewest additional labels that can decide it, and how many do with a chance of 80%. Null: more than 1,000. */
  readonly labels: { readonly fewest: number; readonly likely: number | null };
  /** The chance that these are enough. With `likely: null`, the chance of 1,000. */
  readonly chance: { readonly fewest: number; readonly likely: number };
  /** How it would probably come out, if the judge stays as it is. Null: too close to its threshold to say. */
  readonly outlook: 'met' | 'missed' | null;
  /** All of this in a sentence. */
  readonly summary: string;
}

/** A metric with a threshold. */
export interface GatedMetric {
  readonly metric: MetricName;
  readonly threshold: number;
  readonly state: MetricState;
  /** Evidence that the rate is above its threshold, at most 1e12. null: its interval decides. */
  readonly eValue: number | null;
  /** What the e-value has to reach. null: its interval decides. */
  readonly neededE: number | null;
  /** Its interval is met, but only for a single look: the e-value is too small. */
  readonly singleLook: boolean;
  /** Why it is missed or inconclusive, a sentence. Empty when it is met. */
  readonly why: string;
}

export interface Gate {
  readonly state: GateState;
  /** Why it is not trusted, or what is inconclusive, one sentence per metric. Empty when trusted. */
  readonly reasons: readonly string[];
  /** What probes found against it, in clauses that follow "trusted, but". They do not change the state. */
  readonly caveats: readonly string[];
  readonly needed: readonly NeededLabels[];
  readonly thresholds: Readonly<Record<string, number>>;
  /** Which judge it is among all that were tried on these test samples, from 1: later ones need more evidence. */
  readonly judgeNumber: number;
  /** Each metric that has a threshold. */
  readonly metrics: readonly GatedMetric[];
}

/** A sample on which judge and humans differ. */
export interface Disagreement {
  readonly sample: string;
  readonly human: number;
  readonly judge: number;
  /** judge − human. */
  readonly difference: number;
  /** They are on different sides of the passing score. */
  readonly flips: boolean;
  readonly humanReason?: string;
  readonly judgeReason: string;
  /** Where several people scored it. */
  readonly ratings?: readonly Rating[];
  readonly tags: readonly string[];
  readonly messages?: readonly SampleMessage[];
  /** The verbatim request to the judge. */
  readonly request?: Judgment['request'];
  readonly reply?: string;
}

/** The same metrics for a judge that does not read the conversations, for the previous judge, and for people. */
export interface Baseline<M = MetricEstimate> {
  /** constant: the score that would agree most at the passing score, always. majority: the most common human score. */
  readonly kind: 'constant' | 'majority' | 'previous' | 'humans';
  /** What it is, as text: `always 2`. */
  readonly name: string;
  readonly metrics: Readonly<Partial<Record<MetricName, M>>>;
  /** previous: when it was measured. */
  readonly at?: string;
}

export interface CalibrationGroup<M = MetricEstimate> {
  /** A tag, or a number of turns such as `3` or `5–8`. */
  readonly name: string;
  /** Samples sent to the judge, as in the whole. */
  readonly n: number;
  readonly metrics: Readonly<Record<'exact' | 'bias' | 'mae' | 'tpr' | 'tnr', M>>;
}

/** Test–retest, from repeats: how often the same question got another answer. */
export interface Retest<M = MetricEstimate> {
  readonly repeats: number;
  /** Share of samples whose score was not the same every time. */
  readonly changed: M;
  /** Share of samples that passed once and failed once. */
  readonly flipped: M;
}

/** What a probe found; the plain answers are those of the same samples. */
export interface ProbeResult<M = MetricEstimate> {
  readonly variant: Exclude<Variant, 'plain'>;
  /** Share of samples whose score changed. */
  readonly changed: M;
  /** Share that went over the passing score, either way. */
  readonly flipped: M;
  /** injected: share that gave the demanded score, and had not given it before. */
  readonly obeyed?: M;
  readonly finding: ProbeFinding;
  /** The finding in a sentence. */
  readonly summary: string;
}

/** One judge compared with people. */
export interface Calibration<M = MetricEstimate> extends CalibrationMetrics<M> {
  readonly deck: string;
  /** Id of the target that judged. */
  readonly target: string;
  /** Samples sent to the judge. */
  readonly n: number;
  readonly graded: number;
  /** Graded by the judge and scored by people: the samples behind the metrics. */
  readonly compared: number;
  /** Where the labels come from: only random labels represent unlabeled conversations. */
  readonly evidence: Evidence;
  /** Without a human score: graded, not compared. */
  readonly unlabeled: number;
  readonly ungraded: Readonly<Partial<Record<UngradedCause, number>>>;
  readonly confusion: ConfusionMatrix;
  readonly pass: number;
  readonly gate: Gate;
  readonly baselines: readonly Baseline<M>[];
  readonly byTag: readonly CalibrationGroup<M>[];
  readonly byTurns: readonly CalibrationGroup<M>[];
  readonly retest: Retest<M> | null;
  readonly probes: readonly ProbeResult<M>[];
  /** Worst first. */
  readonly disagreements: readonly Disagreement[];
}

/** One sample as a judge answered it; what reports list and draw. */
export interface CalibratedRow {
  readonly sample: string;
  readonly human: number | null;
  readonly judge: number | null;
  readonly cause?: UngradedCause;
  readonly humanReason?: string;
  readonly judgeReason?: string;
  readonly ratings?: readonly Rating[];
  readonly tags: readonly string[];
  readonly turns: number;
  /** Absent: a person chose it. */
  readonly selection?: SampleSelection;
  readonly messages: readonly SampleMessage[];
  readonly judgment?: Judgment;
  /** What it said when it was asked again, and under each probe; null: ungraded. */
  readonly again: readonly (number | null)[];
  readonly probed: Readonly<Partial<Record<Variant, number | null>>>;
}
