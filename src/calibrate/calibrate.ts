import { compareText } from '../base/compare-text.ts';
import { definedOnly } from '../base/defined-only.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import type { UngradedCause, Verdict } from '../conversation/verdict.ts';
import type { AnsweredSample } from './answered-sample.ts';
import type { CalibratedRow, Calibration } from './calibration.ts';
import { toCalibration } from './calibration-core.ts';
import { checkGiven } from './check-given.ts';
import type { Draws, JudgedTotals } from './evidence.ts';
import { type GivenScale, toMeasure } from './given-scale.ts';
import { type GivenLabel, type HumanView, toHumanViews } from './human-ratings.ts';
import { snapScore } from './scores.ts';

/** What a judge said of a sample, in short. `score: null`: it gave none; the cause is `not-applicable` when absent. */
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
  /** What the judge said of all conversations that its verdicts chose samples from. */
  readonly judged?: JudgedTotals;
}

/** A calibration of verdicts that somebody else collected. */
export interface CalibrationOfVerdicts extends Omit<Calibration, 'deck' | 'target'> {
  /** Samples with a label and without a verdict: not among n. By name. */
  readonly missing: readonly string[];
}

/**
 * Sets the verdicts of a judge against labels of people: how far they agree, whether it may be trusted, and where they
 * differ. Several labels of one sample are ratings; their lower median is the human score.
 *
 * A metric that is undefined is null, with the reason. Throws a RangeError that names the sample for a score off the
 * scale, for a sample with two verdicts and for a rater with two labels of one; and one that names the entry for what is
 * no verdict or label.
 *
 * @example calibrate([{ sample: 'a', score: 2 }], [{ sample: 'a', score: 3 }]).bias.value  // -1
 */
export function calibrate(
  verdicts: readonly GivenVerdict[],
  labels: readonly GivenLabel[],
  options: CalibrateOptions = {},
): CalibrationOfVerdicts {
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
