import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Metric } from '../conversation/certificate.ts';
import { calibrate, calibrateVerdicts } from './calibrate.ts';
import type { MetricEstimate } from './calibration.ts';
import { fromMetricJson, toCoreJson, toMetricsJson } from './metric-json.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const estimates = fc
  .record(
    {
      value: share,
      low: share,
      high: share,
      n: fc.nat(),
      effectiveN: share,
      bound: fc.constant(true as const),
      why: fc.string(),
    },
    { requiredKeys: ['value', 'low', 'high', 'n'] },
  )
  .chain((estimate) =>
    fc.constantFrom<MetricEstimate>(
      estimate,
      { ...estimate, low: null, high: null },
      { value: null, low: null, high: null, n: 0, why: 'no pair of scores' },
    ),
  );

describe('a metric in JSON', () => {
  it('leaves out the ends that it lacks, keeps to the schema of files, and reads back the same', () => {
    fc.assert(
      fc.property(estimates, (estimate) => {
        const { metric } = toMetricsJson({ metric: estimate });
        expect(Metric.parse(metric)).toEqual(metric);
        expect('low' in metric).toBe(estimate.low !== null);
        expect(fromMetricJson(metric)).toEqual(estimate);
      }),
    );
  });
});

it('calibrate() returns the estimates of a calibration in the shape of JSON', () => {
  const verdicts = ['a', 'b', 'c', 'd', 'e', 'f'].map((sample, place) => ({ sample, score: (place % 3) - 1 }));
  const labels = verdicts.flatMap(({ sample, score }) => [
    { sample, score, rater: 'ann' },
    { sample, score: 1, rater: 'ben' },
  ]);
  const { missing: _, ...core } = calibrateVerdicts(verdicts, labels, { tags: { a: ['x'] } });
  const { missing, ...json } = calibrate(verdicts, labels, { tags: { a: ['x'] } });
  expect(missing).toEqual([]);
  expect(json).toEqual(toCoreJson(core));
  expect(Object.keys(json)).toEqual(Object.keys(core));
  for (const { metrics } of [...json.baselines, ...json.byTag]) {
    for (const metric of Object.values(metrics)) expect(Metric.parse(metric)).toEqual(metric);
  }
});
