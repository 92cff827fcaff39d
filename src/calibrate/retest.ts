import type { AnsweredSample } from './answered-sample.ts';
import type { MetricEstimate, Retest } from './calibration.ts';
import { toRateMetric } from './metrics.ts';

const onceOnly = 'no sample was graded twice';

/** How often a judge that was asked the same again said something else; null when it was asked once. */
export function toRetest(
  samples: readonly AnsweredSample[],
  { repeat, pass }: { readonly repeat: number; readonly pass: number },
): Retest | null {
  if (repeat < 2) return null;
  const again = samples.flatMap(({ cluster, row }) => {
    const scores = [row.judge, ...row.again].filter((score) => score !== null);
    return scores.length < 2 ? [] : [{ cluster, scores }];
  });
  const isMixed = (values: readonly unknown[]) => new Set(values).size > 1;
  return {
    repeats: repeat,
    changed: toRateMetric(
      again.map(({ cluster, scores }) => ({ cluster, isHit: isMixed(scores) })),
      onceOnly,
    ),
    flipped: toRateMetric(
      again.map(({ cluster, scores }) => ({ cluster, isHit: isMixed(scores.map((score) => score >= pass)) })),
      onceOnly,
    ),
  };
}

/** The chance that a second answer differs from the first: what a probe has to exceed to say anything. */
export function toNoise(samples: readonly AnsweredSample[]): MetricEstimate {
  const trials = samples.flatMap(({ cluster, row }) =>
    row.judge === null
      ? []
      : row.again.flatMap((score) => (score === null ? [] : [{ cluster, isHit: score !== row.judge }])),
  );
  return toRateMetric(trials, onceOnly);
}
