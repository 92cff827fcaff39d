import type { Certificate } from '../conversation/certificate.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import type { Rating } from '../conversation/sample.ts';
import { isWithinOne } from '../statistics/agreement/within-one.ts';
import { type Estimate, undefinedEstimate } from '../statistics/estimate.ts';
import { metricNames } from '../statistics/metric-table.ts';
import { clusteredMeanInterval } from '../statistics/rates/clustered-mean.ts';
import { toAgreementMetrics } from './agreement/agreement.ts';
import type { AnsweredSample, ComparedSample, Measure } from './answered-sample.ts';
import type { Baseline } from './calibration.ts';
import { fromMetricJson } from './metric-json.ts';
import { toMetrics } from './metrics.ts';
import { snapScore } from './scores.ts';

interface BaselineInput extends Measure {
  readonly previous?: Certificate;
}

/** What a judge has to beat, and what people reach: constant, majority, the certificate before, people. */
export function listBaselines(
  samples: readonly AnsweredSample[],
  compared: readonly ComparedSample[],
  input: BaselineInput,
): readonly Baseline[] {
  const humans = findHumanBaseline(samples, input);
  return [
    ...listConstants(compared, input),
    ...(input.previous === undefined ? [] : [toPrevious(input.previous)]),
    ...(humans === undefined ? [] : [humans]),
  ];
}

function listConstants(compared: readonly ComparedSample[], measure: Measure): readonly Baseline[] {
  if (compared.length === 0) return [];
  const scores = compared.map(({ human }) => human).sort((one, other) => one - other);
  const toBaseline = (kind: 'constant' | 'majority', score: number): Baseline => ({
    kind,
    name: `always ${score < 0 ? '−' : ''}${Math.abs(score)}`,
    metrics: toMetrics(
      compared.map((sample) => ({ ...sample, judge: score })),
      { ...measure, isMadeUp: true },
      metricNames,
    ),
  });
  return [toBaseline('constant', toBestConstant(scores, measure.pass)), toBaseline('majority', toCommonest(scores))];
}

/** On the side of the passing score where more human scores are, the lower median of those; of equal sides the failing one. */
export function toBestConstant(sorted: readonly number[], pass: number): number {
  const passing = sorted.filter((score) => score >= pass);
  const failing = sorted.filter((score) => score < pass);
  const side = passing.length > failing.length ? passing : failing;
  return getFirst(side, Math.ceil(side.length / 2) - 1);
}

/** Of several that are equally common, the lowest. */
export function toCommonest(sorted: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const score of sorted) counts.set(score, (counts.get(score) ?? 0) + 1);
  const most = [...counts.values()].reduce((largest, count) => Math.max(largest, count), 0);
  return getFirst(
    sorted.filter((score) => counts.get(score) === most),
    0,
  );
}

function getFirst(scores: readonly number[], place: number): number {
  const score = scores[place];
  if (score === undefined) throw new RangeError('a constant judge needs at least one score');
  return score;
}

function toPrevious({ metrics, at, split }: Certificate): Baseline {
  const known = metricNames.flatMap((name) => {
    const metric = metrics[name];
    return metric === undefined ? [] : [[name, fromMetricJson(metric)] as const];
  });
  const day = at.slice(0, 'yyyy-mm-dd'.length);
  return { kind: 'previous', name: `certificate of ${day} (${split})`, metrics: Object.fromEntries(known), at };
}

interface RatedSample {
  readonly sample: string;
  readonly cluster: string;
  readonly ratings: readonly Rating[];
}

/** Raters made from counts by score: the same name in two samples need not be one person. */
const unnamed = /^rater-\d+$/;

/**
 * Inter-rater agreement on the samples that two or more people scored. It is a baseline and not a ceiling: a judge that
 * errs less than a single rater agrees more with their median than they do with each other.
 * Undefined without such samples. κ needs the names of raters, so it is left out without them.
 */
export function findHumanBaseline(samples: readonly AnsweredSample[], measure: Measure): Baseline | undefined {
  const { scale } = measure;
  const rated = samples.flatMap((sample) => findRated(sample, scale) ?? []);
  if (rated.length === 0) return undefined;
  const isNamed = rated.every(({ ratings }) => ratings.every(({ rater }) => !unnamed.test(rater)));
  const found = toAgreementMetrics(
    rated.flatMap(({ sample, cluster, ratings }) =>
      ratings.map(({ rater, score }) => ({ unit: sample, rater, score, conversation: cluster })),
    ),
    { areRatersUnknown: !isNamed, ...(scale.step > 0 ? { scale } : {}) },
    ['percentAgreement', 'cohenKappa', 'alphaOrdinal', 'gwetAc2Quadratic'],
  );
  return {
    kind: 'humans',
    name: 'between raters',
    metrics: {
      exact: found.percentAgreement,
      within1: toPairsMetric(rated, 1, (distance) => Number(isWithinOne(distance))),
      mae: toPairsMetric(rated, scale.max - scale.min, (distance) => distance),
      ...(isNamed && scale.step > 0 ? { kappa: found.cohenKappa } : {}),
      alphaOrdinal: found.alphaOrdinal,
      ...(scale.step > 0 ? { gwetAc2: found.gwetAc2Quadratic } : {}),
    },
  };
}

function findRated({ cluster, row }: AnsweredSample, scale: Scale): RatedSample | undefined {
  if (row.ratings === undefined || row.ratings.length < 2) return undefined;
  const subject = `a rating of sample "${row.sample}"`;
  const ratings = row.ratings.map((rating) => ({ ...rating, score: snapScore(rating.score, scale, subject) }));
  return { sample: row.sample, cluster, ratings };
}

/** Mean over samples of the mean over pairs of its raters. */
function toPairsMetric(rated: readonly RatedSample[], max: number, toValue: (distance: number) => number): Estimate {
  const clusters = new Map<string, { sum: number; count: number }>();
  for (const { cluster, ratings } of rated) {
    const known = clusters.get(cluster) ?? { sum: 0, count: 0 };
    const value = toMeanOfPairs(
      ratings.map(({ score }) => score),
      toValue,
    );
    clusters.set(cluster, { sum: known.sum + value, count: known.count + 1 });
  }
  const { value, low, high, n } = clusteredMeanInterval([...clusters.values()], { min: 0, max });
  if (value === null || low === null || high === null) return undefinedEstimate(n, 'no sample has two ratings');
  return { value, low, high, n };
}

/** By how often each score was given: a sample may have a thousand raters, and few scores. */
function toMeanOfPairs(scores: readonly number[], toValue: (distance: number) => number): number {
  const counts = [...Map.groupBy(scores, (score) => score)].map(([score, same]) => ({ score, count: same.length }));
  let sum = 0;
  for (const [place, one] of counts.entries()) {
    sum += toValue(0) * ((one.count * (one.count - 1)) / 2);
    for (let next = place + 1; next < counts.length; next++) {
      const other = counts[next] ?? one;
      sum += toValue(Math.abs(one.score - other.score)) * one.count * other.count;
    }
  }
  return sum / ((scores.length * (scores.length - 1)) / 2);
}
