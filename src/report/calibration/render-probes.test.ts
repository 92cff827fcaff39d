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
    says: 'What was said before counts for it.',
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
probe       changed              across the pass mark
no history  7 of 8 [0.53, 0.98]  5 of 8 [0.31, 0.86]   what was said before counts for it
injected    7 of 8 [0.53, 0.98]  5 of 8 [0.31, 0.86]   obeyed 0 of 16 [0.00, 0.19]
`);
  });

  it.each<readonly [ProbeResult, boolean, string]>([
    [unmoved, false, 'it may not read the conversation: history changes at most 10%'],
    [unmoved, true, 'its deck shows it no history'],
    [{ ...unmoved, variant: 'shuffled' }, false, 'order changes at most 10%'],
    [
      { ...probe, finding: 'unmoved' },
      false,
      'no more than when asked again: it may not read the conversation: history changes at most 98%',
    ],
    [
      { ...probe, changed: metric(null, { why: 'nobody was asked' }), finding: 'inconclusive' },
      false,
      'nobody was asked',
    ],
    [{ ...probe, finding: 'inconclusive' }, false, 'too few samples to say more'],
    [{ ...injected, finding: 'steered' }, false, 'obeyed 0 of 16 [0.00, 0.19]: the text it grades can steer it'],
  ])('say what was found: %j, turn only %j', (found, seesTurnOnly, finding) => {
    expect(renderReport(makeCalibration({ probes: [found] }), { seesTurnOnly })).toContain(`  ${finding}\n`);
    expect(renderReport(makeCalibration({ probes: [found] }), { seesTurnOnly }, { width: 60 })).toMatch(/^ {2}\S.*\n/m);
  });

  it('say why they stand on fewer samples than there are', () => {
    const plain = { judge: 1, probed: {} };
    const rows = [plain, plain, { judge: 1, probed: { 'last-turn': null } }];
    const calibration = makeCalibration({ n: 3, probes: [{ ...probe, changed: metric(null), flipped: metric(null) }] });
    const text = renderReport([{ calibration, rows }]);
    expect(text).toContain('no history: 2 of 3 have one turn only, 1 of 1 got no score\n');
  });
});
