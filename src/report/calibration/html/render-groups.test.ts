import { describe, expect, it } from 'vitest';
import { toCalibratedJudges } from '../../../../test/support/calibrated-judges.ts';
import type { Calibration } from '../../../calibrate/calibration.ts';
import { renderGroups } from './render-groups.ts';

function calibrate(ungradedEvery: number): Calibration {
  const [judge] = toCalibratedJudges([{ target: 'm', misses: 0.2, ungradedEvery }], { count: 30 });
  if (judge === undefined) throw new Error('There is a judge.');
  return judge.calibration;
}

describe('the groups of a judge', () => {
  it('are listed by tag and by length, and explain the metrics once', () => {
    const html = renderGroups(calibrate(0), 0);
    expect(html).toMatch(/By tag.*By number of user turns/s);
    expect(html.match(/Bias: judge minus people/g)).toHaveLength(1);
  });

  it('leave out the length where all are as long', () => {
    const calibration = calibrate(0);
    const html = renderGroups({ ...calibration, byTag: [], byTurns: calibration.byTurns.slice(0, 1) }, 0);
    expect(html).toBe('');
  });

  it('explain the metrics even if nothing is tagged', () => {
    expect(renderGroups({ ...calibrate(0), byTag: [] }, 0)).toContain('Bias: judge minus people');
  });

  it('are left out where nothing could be compared', () => {
    expect(renderGroups(calibrate(1), 0)).toBe('');
  });
});
