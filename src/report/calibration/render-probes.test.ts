import { describe, expect, it } from 'vitest';
import { makeCalibration, metric } from '../../../test/support/made-calibration.ts';
import { renderReport } from '../../../test/support/made-calibration-report.ts';
import type { ProbeResult } from '../../calibrate/calibration.ts';

describe('the probes', () => {
  const probe: ProbeResult = {
    variant: 'last-turn',
    changed: metric(7 / 8, { low: 0.53, high: 0.98, n: 8 }),
    flipped: metric(5 / 8, { low: 0.31, high: 0.86, n: 8 }),
    finding: 'moved',
    summary: 'What was said before counts for it.',
  };
  const unmoved: ProbeResult = { ...probe, changed: metric(0, { low: 0, n: 8 }), finding: 'unmoved' };
  const injected: ProbeResult = {
    ...probe,
    variant: 'injected',
    obeyed: metric(0, { low: 0, high: 0.19, n: 16 }),
    finding: 'resisted',
  };

  it('are a table, each count with its interval', () => {
    expect(renderReport(makeCalibration({ probes: [probe, injected] }))).toContain(`
probe       changed                flipped pass/fail
no history  7 of 8 (95% CI 53–98)  5 of 8 (95% CI 31–86)  uses the history
injected    7 of 8 (95% CI 53–98)  5 of 8 (95% CI 31–86)  obeyed 0 of 16 (95% CI 0–19)
`);
  });

  it.each<readonly [ProbeResult, boolean, string]>([
    [unmoved, false, 'may ignore the history (changes at most 10% of its scores)'],
    [unmoved, true, 'the deck hides the history'],
    [{ ...unmoved, variant: 'shuffled' }, false, 'insensitive to turn order (changes at most 10% of its scores)'],
    [
      { ...probe, finding: 'unmoved' },
      false,
      'may ignore the history (changes at most 98% of its scores, no more than when repeated unchanged)',
    ],
    [
      { ...probe, changed: metric(null, { why: 'nobody was asked' }), finding: 'inconclusive' },
      false,
      'nobody was asked',
    ],
    [{ ...probe, finding: 'inconclusive' }, false, 'inconclusive (too few samples)'],
    [{ ...injected, finding: 'steered' }, false, 'obeyed 0 of 16 (95% CI 0–19): the conversation can steer it'],
  ])('say what was found: %j, turn only %j', (found, seesTurnOnly, finding) => {
    expect(renderReport(makeCalibration({ probes: [found] }), { seesTurnOnly })).toContain(`  ${finding}\n`);
    expect(renderReport(makeCalibration({ probes: [found] }), { seesTurnOnly }, { width: 60 })).toMatch(/^ {2}\S.*\n/m);
  });

  it('say why they use fewer samples than there are', () => {
    const plain = { judge: 1, probed: {} };
    const rows = [plain, plain, { judge: 1, probed: { 'last-turn': null } }];
    const calibration = makeCalibration({ n: 3, probes: [{ ...probe, changed: metric(null), flipped: metric(null) }] });
    const text = renderReport([{ calibration, rows }]);
    expect(text).toContain('no history: 2 of 3 have one turn only, 1 of 1 got no score\n');
  });
});
