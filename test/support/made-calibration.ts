import type { Calibration, CalibrationMetrics, GatedMetric, MetricEstimate } from '../../src/calibrate/calibration.ts';
import { undefinedEstimate } from '../../src/statistics/estimate.ts';
import { metricNames } from '../../src/statistics/metric-table.ts';

export function metric(value: number | null, more: Partial<MetricEstimate> = {}): MetricEstimate {
  return value === null
    ? { ...undefinedEstimate(0, 'nothing was compared'), ...more }
    : { value, low: Math.max(-1, value - 0.1), high: Math.min(1, value + 0.1), n: 40, ...more };
}

const names: readonly (keyof CalibrationMetrics)[] = metricNames;

/** Every metric with the same value. */
export function metricsOf(value: number | null): CalibrationMetrics {
  // The names are all the keys there are.
  return Object.fromEntries(names.map((name) => [name, metric(value)])) as CalibrationMetrics;
}

/** A metric that reaches its threshold. */
export function makeGated(name: GatedMetric['metric'], changes: Partial<GatedMetric> = {}): GatedMetric {
  return {
    metric: name,
    threshold: 0.8,
    state: 'met',
    eValue: 50,
    neededE: 40,
    singleLook: false,
    why: '',
    ...changes,
  };
}

/** A judge that is right about 36 of 40 samples on a scale of three, and trusted. */
export function makeCalibration(changes: Partial<Calibration> = {}): Calibration {
  return {
    ...metricsOf(0.9),
    deck: 'decks/tone.deck.md',
    target: 'gpt',
    n: 40,
    graded: 40,
    compared: 40,
    unlabeled: 0,
    ungraded: {},
    evidence: { random: 0, chosen: 40, byVerdict: 0 },
    confusion: {
      labels: [-1, 0, 1],
      rows: [
        [12, 2, 0],
        [1, 11, 0],
        [0, 1, 13],
      ],
    },
    pass: 1,
    gate: {
      state: 'trusted',
      reasons: [],
      caveats: [],
      needed: [],
      thresholds: { tpr: 0.8, tnr: 0.8 },
      judgeNumber: 1,
      metrics: [makeGated('tpr'), makeGated('tnr')],
    },
    baselines: [
      { kind: 'constant', name: 'always 0', metrics: { exact: metric(0.3), tpr: metric(0), tnr: metric(1) } },
    ],
    byTag: [],
    byTurns: [],
    retest: null,
    probes: [],
    disagreements: [],
    ...changes,
  };
}
