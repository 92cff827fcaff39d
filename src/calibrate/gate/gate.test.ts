import { describe, expect, it } from 'vitest';
import { toNeededE } from '../../conversation/judge/gate-names.ts';
import { undefinedEstimate } from '../../statistics/estimate.ts';
import { type MetricName, metricNames } from '../../statistics/metric-table.ts';
import { wilsonInterval } from '../../statistics/rates/wilson.ts';
import { seededRandom } from '../../statistics/resampling/seeded-random.ts';
import { lookLevel } from '../../statistics/trust/look-level.ts';
import type { CalibrationMetrics, MetricEstimate } from '../calibration.ts';
import type { Objection } from './disqualify.ts';
import { type GateInput, toGate } from './gate.ts';

const undefinedMetric = undefinedEstimate(0, 'no pair of scores');

function toAll(metrics: Partial<Record<MetricName, MetricEstimate>>): CalibrationMetrics {
  // One entry per name of a metric.
  return Object.fromEntries(
    metricNames.map((name) => [name, metrics[name] ?? undefinedMetric]),
  ) as unknown as CalibrationMetrics;
}

function toGateOf(metrics: Partial<Record<MetricName, MetricEstimate>>, changes: Partial<GateInput> = {}) {
  return toGate({ metrics: toAll(metrics), thresholds: { tnr: 0.8 }, n: 10, graded: 10, ...changes });
}

describe('a rate', () => {
  it.each([
    // e = 29.3 at 23 of 23, and 35.9 … 43.9 at 24 and 25: e = ((1/0.8)^(n + 1) − 1)·0.8/(0.2·(n + 1)).
    [23, 23, 'inconclusive'],
    [24, 24, 'met'],
    // The review: Wilson trusts 16 of 16, which is enough for one look only.
    [16, 16, 'inconclusive'],
    [15, 15, 'inconclusive'],
    [38, 40, 'inconclusive'],
    [57, 60, 'met'],
    // One wrong answer on one sample is not evidence.
    [0, 1, 'inconclusive'],
    [0, 2, 'inconclusive'],
    [0, 3, 'missed'],
    [10, 20, 'missed'],
    [70, 100, 'inconclusive'],
    [0, 0, 'inconclusive'],
  ])('of %i of %i against 0.8 is %s', (hits, n, state) => {
    expect(toGateOf({ tnr: wilsonInterval(hits, n) }).metrics[0]?.state).toBe(state);
  });

  it('that meets its interval only is enough for a single look only', () => {
    const gate = toGateOf({ tnr: wilsonInterval(16, 16) });
    expect(gate).toMatchObject({ state: 'insufficient-labels', metrics: [{ singleLook: true, neededE: 40 }] });
    expect(gate.reasons).toEqual([
      'TNR 1.00 (95% CI 0.81–1.00, n=16) is enough for a single look. Repeated looks need an e-value of 40, and it has 10.',
    ]);
    expect(toGateOf({ tnr: wilsonInterval(15, 15) }).metrics[0]?.singleLook).toBe(false);
  });

  it('is worth its effective samples', () => {
    const clustered = { ...wilsonInterval(60, 60), effectiveN: 20 };
    expect(toGateOf({ tnr: clustered }).state).toBe('insufficient-labels');
    expect(toGateOf({ tnr: wilsonInterval(60, 60) }).state).toBe('trusted');
  });

  it('counts drawn conversations without a score against whatever is to be shown', () => {
    expect(toGateOf({ tnr: wilsonInterval(60, 60) }, { unanswered: 10 }).state).toBe('insufficient-labels');
    expect(toGateOf({ tnr: wilsonInterval(10, 20) }, { unanswered: 10 }).state).toBe('insufficient-labels');
    expect(toGateOf({ tnr: wilsonInterval(200, 200) }, { unanswered: 10 }).state).toBe('trusted');
  });

  it('has no forecast while drawn conversations have no score', () => {
    expect(toGateOf({ tnr: wilsonInterval(60, 60) }, { unanswered: 10 }).needed).toEqual([]);
  });

  it.each([
    [1, 40],
    [2, 80],
    [3, 240],
    [4, 480],
  ])('of judge %i of a test set needs an e-value of %i', (judgeNumber, needed) => {
    expect(toNeededE(judgeNumber)).toBe(needed);
    expect(toGateOf({ tnr: wilsonInterval(24, 24) }, { judgeNumber })).toMatchObject({
      state: judgeNumber === 1 ? 'trusted' : 'insufficient-labels',
      judgeNumber,
      metrics: [{ neededE: needed }],
    });
  });
});

describe('the gate', () => {
  it('is trusted only when every metric is met, without splitting the error', () => {
    const thresholds = { tpr: 0.8, tnr: 0.8 };
    expect(toGateOf({ tpr: wilsonInterval(24, 24), tnr: wilsonInterval(24, 24) }, { thresholds }).state).toBe(
      'trusted',
    );
    expect(toGateOf({ tpr: wilsonInterval(24, 24), tnr: wilsonInterval(23, 23) }, { thresholds }).state).toBe(
      'insufficient-labels',
    );
  });

  it('corrects for the number of tests before it says not trusted', () => {
    // 0 of 3 has e = (5⁴ − 1)/(4·4) = 39, which is enough alone (28.6) and not among two tests (57.1).
    expect(toGateOf({ tnr: wilsonInterval(0, 3) }).state).toBe('not-trusted');
    const thresholds = { tpr: 0.8, tnr: 0.8 };
    expect(toGateOf({ tpr: wilsonInterval(0, 3), tnr: wilsonInterval(24, 24) }, { thresholds }).state).toBe(
      'insufficient-labels',
    );
    expect(toGateOf({ tpr: wilsonInterval(0, 4), tnr: wilsonInterval(24, 24) }, { thresholds }).state).toBe(
      'not-trusted',
    );
  });

  it('decides metrics without e-values by an interval that is valid at every look', () => {
    const kappa: MetricEstimate = { value: 0.8, low: 0.65, high: 0.9, n: 60 };
    const atLevel: NonNullable<GateInput['atLevel']> = (_, level) => {
      expect(level).toBeCloseTo(lookLevel(60, 0.05), 12);
      return { ...kappa, low: 0.55 };
    };
    const gate = toGateOf({ kappa }, { thresholds: { kappa: 0.6 }, atLevel });
    expect(gate).toMatchObject({ state: 'insufficient-labels', metrics: [{ singleLook: true }] });
    expect(gate.reasons).toEqual([
      'Cohen κ 0.80 (95% CI 0.65–0.90, n=60) is above 0.60, but that is enough evidence for a single look only.',
    ]);
  });

  it('needs a wider interval of each of several metrics before it says not trusted', () => {
    const kappa: MetricEstimate = { value: 0.5, low: 0.4, high: 0.59, n: 60 };
    const thresholds = { kappa: 0.6, mcc: 0.3 };
    const mcc: MetricEstimate = { value: 0.5, low: 0.4, high: 0.6, n: 60 };
    const levels: number[] = [];
    const atLevel: NonNullable<GateInput['atLevel']> = (_, level) => {
      levels.push(level);
      return { ...kappa, high: 0.61 };
    };
    expect(toGateOf({ kappa, mcc }, { thresholds, atLevel }).state).toBe('insufficient-labels');
    expect(levels[0]).toBeCloseTo(lookLevel(60, 0.07 / 2), 12);
  });

  const none: Objection = { why: '', p: 1, blocks: false };

  it.each<[Objection, string]>([
    [{ why: 'It is always late.', p: 0.001, blocks: true }, 'not-trusted'],
    [{ why: 'It may be late.', p: 0.3, blocks: true }, 'insufficient-labels'],
    [none, 'trusted'],
  ])('counts what speaks against the judge besides: %j', (objection, state) => {
    const gate = toGateOf({ tnr: wilsonInterval(60, 60) }, { besides: [objection] });
    expect(gate).toMatchObject({ state, reasons: objection.why === '' ? [] : [objection.why] });
  });

  it.each([
    // A metric that is not a rate is decided by its interval, from 20 samples on.
    [{ value: 0.9, low: 0.7, high: 0.95, n: 20 }, 'met'],
    [{ value: 0.9, low: 0.7, high: 0.95, n: 19 }, 'inconclusive'],
    [{ value: 0.3, low: 0.1, high: 0.5, n: 20 }, 'missed'],
    [{ value: 0.3, low: 0.1, high: 0.5, n: 19 }, 'inconclusive'],
    [{ value: 0.7, low: 0.5, high: 0.85, n: 90 }, 'inconclusive'],
    [{ value: 0.9, low: null, high: null, n: 90, why: 'fewer than two clusters' }, 'inconclusive'],
  ] as const)('of κ %j against 0.6 is %s', (kappa, state) => {
    const gate = toGateOf({ kappa }, { thresholds: { kappa: 0.6 } });
    expect(gate.metrics[0]).toMatchObject({ metric: 'kappa', state, eValue: null, neededE: null });
  });

  it('needs a wider interval of κ for a later judge', () => {
    const kappa = { value: 0.8, low: 0.65, high: 0.9, n: 60 };
    const first = lookLevel(60, 0.05);
    const atLevel = (_: MetricName, level: number) => ({ ...kappa, low: level > first + 1e-9 ? 0.55 : 0.62 });
    const thresholds = { kappa: 0.6 };
    expect(toGateOf({ kappa }, { thresholds, atLevel }).state).toBe('trusted');
    expect(toGateOf({ kappa }, { thresholds, atLevel, judgeNumber: 2 }).state).toBe('insufficient-labels');
  });

  it.each<[MetricEstimate, string]>([
    [wilsonInterval(6, 10), 'TNR 0.60 (95% CI 0.31–0.83, n=10) is not enough evidence for 0.80 or more.'],
    [wilsonInterval(6, 20), 'TNR 0.30 (95% CI 0.15–0.52, n=20) is below 0.80.'],
    [
      undefinedEstimate(0, 'no sample that people fail'),
      'TNR is undefined (no sample that people fail), so it cannot be compared with 0.80.',
    ],
  ])('gives a reason for %j: %s', (metric, reason) => {
    expect(toGateOf({ tnr: metric }).reasons).toEqual([reason]);
  });

  it.each([undefined, {}])('requires tpr and tnr of 0.8 where thresholds are %j', (thresholds) => {
    const gate = toGate({ metrics: toAll({}), n: 10, graded: 10, ...(thresholds === undefined ? {} : { thresholds }) });
    expect(gate).toMatchObject({ thresholds: { tpr: 0.8, tnr: 0.8 }, state: 'insufficient-labels' });
  });

  it('asks for no labels where nothing was graded', () => {
    expect(toGateOf({}, { n: 8, graded: 0 }).needed).toEqual([]);
    expect(toGateOf({}, { n: 0, graded: 0 }).needed).toHaveLength(1);
  });

  it('decides nothing where a verdict chose every sample', () => {
    const lasting = { tnr: { hits: 0, size: 0 } };
    const gate = toGateOf({ tnr: wilsonInterval(60, 60) }, { undecidable: 'Chosen by a verdict.', lasting });
    expect(gate).toMatchObject({ state: 'insufficient-labels', reasons: [expect.any(String), 'Chosen by a verdict.'] });
    // One random label would take the place of all 60.
    expect(gate.needed).toMatchObject([{ metric: 'tnr', labels: { fewest: 24 } }]);
  });
});

describe('labels that were drawn at random', () => {
  /** The flow of the review: 30 random conversations, then what the gate asks for, at most six times. */
  function follow(seed: number): string {
    const random = seededRandom(seed);
    const seen = { pass: [0, 0], fail: [0, 0] };
    const draw = (count: number) => {
      for (let n = 0; n < count; n++) {
        const isPass = random() < 0.9;
        const own = isPass ? seen.pass : seen.fail;
        own[1] = (own[1] ?? 0) + 1;
        if (random() < (isPass ? 0.99 : 0.5)) own[0] = (own[0] ?? 0) + 1;
      }
    };
    let [state, count] = ['', 30];
    for (let round = 0; round < 6; round++) {
      draw(count);
      const [tpr, tnr] = [seen.pass, seen.fail].map(([hits = 0, n = 0]) => wilsonInterval(hits, n));
      const gate = toGateOf(definedRates(tpr, tnr), { thresholds: { tpr: 0.8, tnr: 0.8 } });
      state = gate.state;
      const { pass, fail } = { pass: 0.9, fail: 0.1 };
      count = Math.max(
        ...gate.needed.map(({ class: one, labels }) => labels.fewest / (one === 'pass' ? pass : fail)),
        0,
      );
      if (count === 0 || state !== 'insufficient-labels') break;
    }
    return state;
  }

  const definedRates = (tpr = undefinedMetric, tnr = undefinedMetric) => ({ tpr, tnr });

  it('do not trust a judge with a TNR of 0.5, in at least 97% of 200 seeds', () => {
    const states = Array.from({ length: 200 }, (_, seed) => follow(seed + 1));
    expect(states.filter((state) => state === 'trusted').length).toBeLessThanOrEqual(6);
  });
});
