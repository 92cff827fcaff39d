import { compareText } from '../base/compare-text.ts';
import { definedOnly } from '../base/defined-only.ts';
import { quoteValue } from '../base/explain-issue.ts';
import { isPlainObject } from '../base/plain-object.ts';
import type { Metric } from '../conversation/certificate.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import { defaultScale, renderScale } from '../conversation/judge/scale.ts';
import { UngradedCause, type Verdict } from '../conversation/verdict.ts';
import type { AnsweredSample } from './answered-sample.ts';
import type { CalibratedRow, Calibration, MetricEstimate } from './calibration.ts';
import { toCalibration } from './calibration-core.ts';
import type { Draws, JudgedTotals } from './gate/evidence.ts';
import { type GivenLabel, type HumanView, toHumanViews } from './human-ratings.ts';
import { toCoreJson } from './metric-json.ts';
import { type GivenScale, snapScore, toMeasure } from './scores.ts';

/** The verdict of a judge on a sample, in short. `score: null`: it gave none. Default cause: `not-applicable`. */
export interface SampleVerdict {
  readonly sample: string;
  readonly score: number | null;
  readonly cause?: UngradedCause;
  readonly reason?: string;
}

/** A verdict in short, or as it is recorded with the sample it is of. */
export type GivenVerdict = SampleVerdict | (Verdict & { readonly sample: string });

export interface CalibrateOptions extends GivenScale {
  /** Thresholds by name of metric; default tpr and tnr of 0.8. */
  readonly gate?: Readonly<Record<string, number>>;
  /** Conversation of each sample: samples of one are alike in part, and intervals know it. Default: each its own. */
  readonly clusters?: Readonly<Record<string, string>>;
  /** Tags of each sample, for metrics by tag. */
  readonly tags?: Readonly<Record<string, readonly string[]>>;
  /** Random draws that people were asked to score: below 90% answered, rates are bounds. */
  readonly draws?: Draws;
  /** Which judge it is among all that were tried on these samples, from 1: the second needs e ≥ 80. Default: 1. */
  readonly judgeNumber?: number;
  /** The verdicts of the judge on all conversations that its verdicts chose samples from. */
  readonly judged?: JudgedTotals;
}

/** A calibration of verdicts that the caller collected. */
export interface CalibrationOfVerdicts<M = Metric> extends Omit<Calibration<M>, 'deck' | 'target'> {
  /** Samples with a label and without a verdict: not among n. By name. */
  readonly missing: readonly string[];
}

/**
 * Compares the verdicts of a judge with labels of people: how much they agree, whether to trust the judge, and where they
 * differ. Several labels of one sample are ratings; their lower median is the human score.
 *
 * A metric that is undefined is null, with the reason. Throws a RangeError that names the sample for a score off the
 * scale, for a sample with two verdicts and for a rater with two labels of one; and one that names the entry for a
 * value that is not a verdict or a label.
 *
 * @example calibrate([{ sample: 'a', score: 2 }], [{ sample: 'a', score: 3 }]).bias.value  // -1
 */
export function calibrate(
  verdicts: readonly GivenVerdict[],
  labels: readonly GivenLabel[],
  options: CalibrateOptions = {},
): CalibrationOfVerdicts {
  const { missing, ...core } = calibrateVerdicts(verdicts, labels, options);
  return { ...toCoreJson(core), missing };
}

/** The same, as estimates. */
export function calibrateVerdicts(
  verdicts: readonly GivenVerdict[],
  labels: readonly GivenLabel[],
  options: CalibrateOptions = {},
): CalibrationOfVerdicts<MetricEstimate> {
  checkGiven({ verdicts, labels, options });
  const { scale, pass } = toMeasure(options);
  const { gate, clusters = {}, tags = {}, draws, judgeNumber, judged } = options;
  const views = toHumanViews(labels, scale);
  const asked = new Set<string>();
  const answered = verdicts.map((verdict): AnsweredSample => {
    const { sample } = verdict;
    if (asked.has(sample)) throw new RangeError(`the sample "${sample}" has two verdicts`);
    asked.add(sample);
    const row = { ...toJudged(verdict, scale), ...toHuman(views.get(sample)), tags: findOwn(tags, sample) ?? [] };
    return { cluster: findOwn(clusters, sample) ?? sample, row: { ...row, ...unknownConversation } };
  });
  const missing = [...views.keys()].filter((sample) => !asked.has(sample)).sort(compareText);
  return {
    ...toCalibration(answered, {
      scale,
      pass,
      repeat: 1,
      ...definedOnly({ thresholds: gate, draws, judgeNumber, judged }),
    }),
    missing,
  };
}

const unknownConversation = { turns: 0, messages: [], again: [], probed: {} };

function toJudged(
  verdict: GivenVerdict,
  scale: Scale,
): Pick<CalibratedRow, 'sample' | 'judge' | 'cause' | 'judgeReason'> {
  const { sample, reason } = verdict;
  const judgeReason = definedOnly({ judgeReason: reason });
  const score = 'status' in verdict && verdict.status === 'ungraded' ? null : verdict.score;
  if (score !== null) {
    return { sample, judge: snapScore(score, scale, `the verdict on sample "${sample}"`), ...judgeReason };
  }
  const cause = ('cause' in verdict ? verdict.cause : undefined) ?? 'not-applicable';
  return { sample, judge: null, cause, ...judgeReason };
}

function toHuman(view: HumanView | undefined): Pick<CalibratedRow, 'human' | 'humanReason' | 'ratings' | 'selection'> {
  if (view === undefined) return { human: null };
  return {
    human: view.score,
    ...definedOnly({ humanReason: view.reason, ratings: view.ratings, selection: view.selection }),
  };
}

/** Samples may be called `constructor`. */
function findOwn<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** What a caller without types may have passed as verdicts, labels and options. */
interface GivenInput {
  readonly verdicts: readonly unknown[];
  readonly labels: readonly unknown[];
  readonly options: { readonly scale?: unknown; readonly gate?: unknown; readonly draws?: unknown };
}

/** Throws a RangeError that names the entry that is not a verdict, a label or a gate. Scores are checked later. */
function checkGiven({ verdicts, labels, options }: GivenInput): void {
  if (options.gate !== undefined && !isPlainObject(options.gate)) {
    throw new RangeError(
      `gate must be an object of thresholds, such as {tnr: 0.8, tpr: 0.8}, got ${quoteValue(options.gate)}`,
    );
  }
  if (options.draws !== undefined) checkDraws(options.draws);
  for (const [place, verdict] of verdicts.entries()) checkVerdict(verdict, `verdicts[${place}]`);
  for (const [place, label] of labels.entries()) checkLabel(label, `labels[${place}]`);
  if (options.scale === undefined) checkDefaultScale([...verdicts, ...labels]);
}

function checkDraws(draws: unknown): void {
  const { drawn, answered, skipped } = isPlainObject(draws) ? draws : {};
  const isCount = (count: unknown): count is number => Number.isInteger(count) && Number(count) >= 0;
  if (isCount(drawn) && isCount(answered) && isCount(skipped) && answered + skipped <= drawn) return;
  throw new RangeError(`draws must be counts, such as {drawn: 40, answered: 38, skipped: 1}, got ${quoteValue(draws)}`);
}

function checkVerdict(verdict: unknown, entry: string): void {
  if (!isPlainObject(verdict) || verdict.sample == null) {
    throw new RangeError(`${entry} has no sample. A verdict looks like {sample: "a", score: 1}`);
  }
  const { sample, status, score, cause } = verdict;
  if (status !== undefined && status !== 'graded' && status !== 'ungraded') {
    throw new RangeError(
      `the status of the verdict on sample "${sample}" must be "graded" or "ungraded", got ${quoteValue(status)}`,
    );
  }
  if (status === 'graded' && score === null) {
    throw new RangeError(`the verdict on sample "${sample}" is graded but has no score`);
  }
  if (cause !== undefined && !UngradedCause.safeParse(cause).success) {
    const known = UngradedCause.options.join(', ');
    throw new RangeError(
      `the cause of the verdict on sample "${sample}" must be one of ${known}, got ${quoteValue(cause)}`,
    );
  }
}

function checkLabel(label: unknown, entry: string): void {
  const isLabel = isPlainObject(label) && (label.sample != null || isPlainObject(label.subject));
  if (!isLabel) throw new RangeError(`${entry} has no sample. A label looks like {sample: "a", score: 1}`);
  const { inclusionProbability: chance = null, selectedBy } = label;
  if (chance !== null && !(typeof chance === 'number' && chance > 0 && chance <= 1)) {
    throw new RangeError(
      `the inclusionProbability of ${entry} must be above 0 and at most 1, got ${quoteValue(chance)}`,
    );
  }
  if (selectedBy !== undefined && selectedBy !== 'verdict') {
    throw new RangeError(`selectedBy of ${entry} must be "verdict" or absent, got ${quoteValue(selectedBy)}`);
  }
}

/** Scores such as 1 to 5 without a `scale` get an error that names the option. */
function checkDefaultScale(given: readonly unknown[]): void {
  const { min, max } = defaultScale;
  for (const entry of given) {
    const score = isPlainObject(entry) ? entry.score : undefined;
    if (typeof score !== 'number' || !Number.isFinite(score) || (score >= min && score <= max)) continue;
    const sample = isPlainObject(entry) && typeof entry.sample === 'string' ? ` of sample "${entry.sample}"` : '';
    throw new RangeError(
      `the score ${score}${sample} is outside the scale ${renderScale(defaultScale)}, the default scale. Pass yours as an option, such as {scale: [1, 5]}`,
    );
  }
}
