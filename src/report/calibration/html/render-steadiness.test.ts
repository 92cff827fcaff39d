import { describe, expect, it } from 'vitest';
import { toCalibratedJudges } from '../../../../test/support/calibrated-judges.ts';
import type { ProbeResult } from '../../../calibrate/calibration.ts';
import { renderProbes } from './render-steadiness.ts';

const [judge] = toCalibratedJudges([{ target: 'm', misses: 0 }], { count: 5 });
if (judge === undefined) throw new Error('There is a judge.');
const { calibration } = judge;

function renderProbe(variant: ProbeResult['variant'], finding: ProbeResult['finding']): string {
  const metric = { value: 0, low: 0, high: 0.1, n: 30 };
  return renderProbes({
    ...calibration,
    probes: [{ variant, finding, changed: metric, flipped: metric, summary: 'So.' }],
  });
}

describe('what a probe found', () => {
  it.each([
    ['last-turn', 'moved', '✓'],
    ['last-turn', 'unmoved', '✗'],
    ['last-turn', 'inconclusive', '?'],
    ['injected', 'resisted', '✓'],
    ['injected', 'steered', '✗'],
  ] as const)('of %s, %s, is marked %s', (variant, finding, sign) => {
    expect(renderProbe(variant, finding)).toContain(`aria-hidden="true">${sign}</span>`);
  });

  it.each(['moved', 'unmoved', 'inconclusive'] as const)(
    'of shuffled turns, %s, is neither good nor bad',
    (finding) => {
      expect(renderProbe('shuffled', finding)).not.toContain('class="mark');
    },
  );
});
