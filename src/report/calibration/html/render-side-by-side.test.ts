import { describe, expect, it } from 'vitest';
import { toCalibratedJudges } from '../../../../test/support/calibrated-judges.ts';
import type { Baseline, Calibration } from '../../../calibrate/calibration.ts';
import { renderSideBySide } from './render-side-by-side.ts';

const previous: Baseline = {
  kind: 'previous',
  name: 'certificate of 2026-01-02 (test)',
  metrics: { tnr: { value: 0.9, low: 0.8, high: 1, n: 20 } },
  at: '2026-01-02T03:04:05.000Z',
};

function calibrate(targets: readonly string[]): readonly Calibration[] {
  const judges = toCalibratedJudges(
    targets.map((target) => ({ target, misses: 0.1 })),
    { count: 12 },
  );
  return judges.map(({ calibration }) => ({ ...calibration, baselines: [previous] }));
}

describe('the certificate before', () => {
  it.each([
    [['m'], ['certificate of 2026-01-02 (test)']],
    [
      ['m', 'k'],
      ['m: certificate of 2026-01-02 (test)', 'k: certificate of 2026-01-02 (test)'],
    ],
  ])('of %j is called %j', (targets, names) => {
    const html = renderSideBySide(calibrate(targets), targets);
    const found = [...html.matchAll(/<li class="previous"><span class="name">([^<]*)<\/span>/g)];
    expect(found.map(([, name]) => name)).toEqual(names);
  });
});
