import type { Calibration, CalibrationFigures, GatedFigure } from '../../src/calibrate/calibration.ts';
import { figureNames } from '../../src/calibrate/figure-names.ts';
import type { Figure } from '../../src/conversation/certificate.ts';

export function figure(value: number | null, more: Partial<Figure> = {}): Figure {
  return value === null
    ? { value, n: 0, why: 'nothing was compared', ...more }
    : { value, low: Math.max(-1, value - 0.1), high: Math.min(1, value + 0.1), n: 40, ...more };
}

const names: readonly (keyof CalibrationFigures)[] = figureNames;

/** Every figure with the same value. */
export function figuresOf(value: number | null): CalibrationFigures {
  // The names are all the keys there are.
  return Object.fromEntries(names.map((name) => [name, figure(value)])) as CalibrationFigures;
}

/** A metric that reaches its limit. */
export function makeGated(name: GatedFigure['figure'], changes: Partial<GatedFigure> = {}): GatedFigure {
  return { figure: name, limit: 0.8, state: 'met', eValue: 50, neededE: 40, singleLook: false, says: '', ...changes };
}

/** A judge that is right about 36 of 40 samples on a scale of three, and trusted. */
export function makeCalibration(changes: Partial<Calibration> = {}): Calibration {
  return {
    ...figuresOf(0.9),
    deck: 'decks/tone.deck.md',
    model: 'gpt',
    n: 40,
    graded: 40,
    compared: 40,
    unlabelled: 0,
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
      limits: { tpr: 0.8, tnr: 0.8 },
      judgeNumber: 1,
      figures: [makeGated('tpr'), makeGated('tnr')],
    },
    baselines: [
      { kind: 'constant', name: 'always 0', figures: { exact: figure(0.3), tpr: figure(0), tnr: figure(1) } },
    ],
    by_tag: [],
    by_turns: [],
    retest: null,
    probes: [],
    disagreements: [],
    ...changes,
  };
}
