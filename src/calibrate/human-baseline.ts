import type { Metric } from '../conversation/certificate.ts';
import type { Scale } from '../conversation/judge/deck.ts';
import type { Rating } from '../conversation/sample.ts';
import { clusteredMeanInterval } from '../statistics/clustered-mean.ts';
import { toAgreementMetrics } from './agreement/agreement.ts';
import type { AnsweredSample } from './answered-sample.ts';
import type { Baseline } from './calibration.ts';
import type { Measure } from './measure.ts';
import { snapScore } from './scores.ts';

interface RatedSample {
  readonly sample: string;
  readonly cluster: string;
  readonly ratings: readonly Rating[];
}

/** Raters that stand for counts by score: the same name in two samples need not be one person. */
const unnamed = /^rater-\d+$/;

/**
 * How far people agree among themselves, on the samples that two or more of them scored. It is a
 * baseline and not a ceiling: a judge that errs less than a single rater agrees more with their median than they do with
 * each other.
 * Undefined without such samples. κ needs to know who is who, so it is left out where raters have no names.
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
      within1: toPairsMetric(rated, 1, (distance) => (distance <= 1 + 1e-9 ? 1 : 0)),
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
function toPairsMetric(rated: readonly RatedSample[], max: number, toValue: (distance: number) => number): Metric {
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
  if (value === null || low === null || high === null) return { value: null, n, why: 'no sample has two ratings' };
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
