import { describe, expect, it } from 'vitest';
import { figure, makeCalibration } from '../../../test/support/made-calibration.ts';
import { lenient, makeOpen, renderReport } from '../../../test/support/made-calibration-report.ts';
import type { Calibration } from '../../calibrate/calibration.ts';

const { gate } = makeCalibration();

describe('the verdicts', () => {
  it.each<readonly [string, Calibration, string]>([
    ['trusted', makeCalibration(), 'gpt  trusted'],
    ['not-trusted', lenient, 'nice  not trusted: TNR 0.00 [0.00, 0.30] n=9 is below 0.80'],
    ['open', makeOpen(), 'gpt  not enough labels: TNR is open, about 12 more that people fail'],
    [
      'open, with nothing known',
      makeOpen({}, { tnr: figure(null) }),
      'gpt  not enough labels: TNR is open, at least 12 more that people fail',
    ],
    [
      'bound to be missed',
      makeOpen({ outlook: 'missed' }),
      'gpt  not enough labels: TNR is open, and would be missed as it is',
    ],
    [
      'too near its limit',
      makeOpen({ labels: 201 }),
      'gpt  not enough labels: TNR is open, more than 200 more labels: too near the limit to tell',
    ],
    [
      'trusted with a caveat',
      makeCalibration({ gate: { ...gate, caveats: ['it obeys (16 of 16)'] } }),
      'gpt  trusted, but it obeys (16 of 16)',
    ],
  ])('come first: %s', (_, calibration, line) => {
    expect(renderReport(calibration).split('\n')[2]).toBe(line);
  });

  it('stand one beneath the other', () => {
    expect(renderReport([makeCalibration(), lenient])).toContain('gpt   trusted\nnice  not trusted: ');
  });

  it('of several figures say how many labels of each class there have to be', () => {
    const calibration = makeOpen({}, { tpr: figure(0.8) });
    const needed = { figure: 'tpr', class: 'pass', labels: 12, outlook: 'met', says: 'TPR needs 12.' } as const;
    const both = {
      ...calibration.gate,
      figures: [{ figure: 'tpr', limit: 0.8, state: 'inconclusive' } as const, ...calibration.gate.figures],
      needed: [needed, ...calibration.gate.needed],
    };
    expect(renderReport({ ...calibration, gate: both })).toContain(
      'TPR and TNR are open, about 12 more of each class\n',
    );
    const any = { ...needed, figure: 'kappa', class: 'any', labels: 30 } as const;
    expect(renderReport({ ...calibration, gate: { ...both, needed: [...both.needed, any] } })).toContain(
      'about 30 more labels\n',
    );
  });

  it('of one that graded nothing tell why, without figures and without labels that it would need', () => {
    const silent = makeCalibration({
      model: 'broken',
      n: 8,
      graded: 0,
      compared: 0,
      ungraded: { 'provider-error': 8 },
    });
    const row = { judge: null, cause: 'provider-error', judge_reason: 'No\nkey.\u001b[2J', probed: {} } as const;
    const text = renderReport([{ calibration: silent, rows: [row, row] }]);
    expect(text).toContain('broken  graded none of 8 samples: 8 provider-error, the first: "No key.␛[2J"\n');
    expect(text).toContain('ungraded: 8 provider-error: ');
    expect(text).not.toContain('TPR');
  });
});
