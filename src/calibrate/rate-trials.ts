import type { WeightedTrial } from '../statistics/rates/weighted-rate.ts';
import type { ScoredSample } from './measure.ts';
import type { MetricName } from './metric-names.ts';

/** The slack is that of `withinOne`: distances such as 1.3 − 0.3 are 1. */
const one = 1 + 1e-9;

/** What a metric that is a share counts, and of what; undefined for one that is no share. */
export function findTrials(
  name: MetricName,
  samples: readonly ScoredSample[],
  pass: number,
): readonly WeightedTrial[] | undefined {
  const toTrials = (counted: readonly ScoredSample[], isHit: (sample: ScoredSample) => boolean) =>
    counted.map((sample) => ({
      ...{ cluster: sample.cluster, isHit: isHit(sample) },
      ...(sample.weight === undefined ? {} : { weight: sample.weight }),
    }));
  if (name === 'exact') return toTrials(samples, ({ human, judge }) => human === judge);
  if (name === 'within1') return toTrials(samples, ({ human, judge }) => Math.abs(human - judge) <= one);
  if (name === 'tpr') {
    const passing = samples.filter(({ human }) => human >= pass);
    return toTrials(passing, ({ judge }) => judge >= pass);
  }
  if (name !== 'tnr') return undefined;
  const failing = samples.filter(({ human }) => human < pass);
  return toTrials(failing, ({ judge }) => judge < pass);
}
