import { describe, expect, it } from 'vitest';
import type { Figure } from '../conversation/certificate.ts';
import type { CalibrationFigures } from './calibration.ts';
import type { Disqualification } from './disqualify.ts';
import { type FigureName, figureNames } from './figure-names.ts';
import { toGate } from './gate.ts';
import { listGateFaults } from './gate-faults.ts';

const undefinedFigure: Figure = { value: null, n: 0, why: 'no pair of scores' };

function toAll(figures: Partial<Record<FigureName, Figure>>): CalibrationFigures {
  // One entry a name of a figure.
  return Object.fromEntries(
    figureNames.map((name) => [name, figures[name] ?? undefinedFigure]),
  ) as unknown as CalibrationFigures;
}

function toGateOf(tnr: Figure, kappa: Figure = tnr) {
  return toGate({ figures: toAll({ tnr, kappa }), limits: { tnr: 0.8, kappa: 0.6 }, n: 10, graded: 10 });
}

describe('toGate', () => {
  const met = { value: 0.9, low: 0.8, high: 0.95, n: 90 };
  const open = { value: 0.7, low: 0.5, high: 0.85, n: 10 };
  const missed = { value: 0.3, low: 0.1, high: 0.5, n: 10 };

  it.each([
    [met, met, 'trusted', 0, 0],
    [met, open, 'insufficient-labels', 1, 1],
    [open, open, 'insufficient-labels', 2, 2],
    [missed, open, 'not-trusted', 2, 1],
    [met, missed, 'not-trusted', 1, 0],
    [met, { ...met, low: 0.6 }, 'trusted', 0, 0],
    [{ ...met, high: 0.8, low: 0.7 }, met, 'insufficient-labels', 1, 1],
    [{ value: null, n: 0, why: 'no sample that people fail' }, met, 'insufficient-labels', 1, 1],
    [{ value: 0.9, n: 1, why: 'fewer than two clusters' }, met, 'insufficient-labels', 1, 1],
  ] as const)('of TNR %j and κ %j is %s', (tnr, kappa, state, reasons, needed) => {
    const gate = toGateOf(tnr, kappa);
    expect(gate.state).toBe(state);
    expect(gate.reasons).toHaveLength(reasons);
    expect(gate.needed).toHaveLength(needed);
    expect(gate.figures.map(({ figure }) => figure)).toEqual(['kappa', 'tnr']);
  });

  it.each<[Figure, string]>([
    [{ value: 0.6, low: 0.31, high: 0.83, n: 10 }, 'TNR 0.60 [0.31, 0.83] n=10 is not yet decided against 0.80.'],
    [{ value: 0.3, low: 0.1, high: 0.6, n: 10 }, 'TNR 0.30 [0.10, 0.60] n=10 is below 0.80.'],
    [{ value: 0.9, low: 0.798, high: 0.95, n: 80 }, 'TNR 0.900 [0.798, 0.950] n=80 is not yet decided against 0.80.'],
    [
      { value: null, n: 0, why: 'no sample that people fail' },
      'TNR is undefined (no sample that people fail), so it is not decided against 0.80.',
    ],
    [
      { value: 1, n: 1, why: 'fewer than two clusters' },
      'TNR 1.00 n=1 is not yet decided against 0.80 (fewer than two clusters).',
    ],
    [{ value: -0.2, low: -0.4, high: -0.001, n: 9 }, 'TNR −0.20 [−0.40, 0.00] n=9 is below 0.80.'],
  ])('says of %j: %s', (figure, reason) => {
    const gate = toGate({ figures: toAll({ tnr: figure }), limits: { tnr: 0.8 }, n: 10, graded: 10 });
    expect(gate.reasons).toEqual([reason]);
  });

  it.each([undefined, {}])('holds a judge to tpr and tnr of 0.8 where limits are %j', (limits) => {
    const gate = toGate({
      figures: toAll({ tpr: met }),
      n: 10,
      graded: 10,
      ...(limits === undefined ? {} : { limits }),
    });
    expect(gate).toMatchObject({ limits: { tpr: 0.8, tnr: 0.8 }, state: 'insufficient-labels' });
  });

  it('asks for no labels where nothing was graded', () => {
    const silent = { figures: toAll({}), limits: { tnr: 0.8 }, graded: 0 };
    expect(toGate({ ...silent, n: 8 }).needed).toEqual([]);
    expect(toGate({ ...silent, n: 0 }).needed).toHaveLength(1);
  });

  it.each<[Disqualification, string]>([
    [{ missed: ['It is always late.'], open: [] }, 'not-trusted'],
    [{ missed: [], open: ['It may be late.'] }, 'insufficient-labels'],
  ])('counts what stands against the judge besides: %j', (besides, state) => {
    const gate = toGate({ figures: toAll({ tnr: met }), limits: { tnr: 0.8 }, n: 10, graded: 10, besides });
    expect(gate).toMatchObject({ state, reasons: [...besides.missed, ...besides.open] });
  });
});

describe('listGateFaults', () => {
  it.each([
    [{ tnr: 0.8, kappa: 0 }, []],
    [{ tnrr: 0.8 }, [{ key: 'tnrr', message: 'The gate knows no figure "tnrr".', hint: 'Did you mean "tnr"?' }]],
    [{ tnr: 1.5 }, [{ key: 'tnr', message: 'The limit of tnr has to be from 0 to 1, got 1.5.' }]],
    [{ tnr: Number.NaN }, [{ key: 'tnr' }]],
    [{ bias: 0.1 }, [{ key: 'bias', hint: expect.stringMatching(/^There are: exact, within1, kappa/) }]],
    [{}, [{ key: '' }]],
  ])('of %j finds %j', (gate: Record<string, number>, faults) => {
    expect(listGateFaults(gate)).toMatchObject(faults);
    expect(listGateFaults(gate)).toHaveLength(faults.length);
  });
});
