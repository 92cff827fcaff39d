import { describe, expect, it } from 'vitest';
import { makeCalibration, makeGated, metric } from '../../../test/support/made-calibration.ts';
import { lenient, makeInconclusive, neededOfTnr, renderReport } from '../../../test/support/made-calibration-report.ts';
import type { Calibration } from '../../calibrate/calibration.ts';

const { gate } = makeCalibration();

describe('the verdicts', () => {
  it.each<readonly [string, Calibration, string]>([
    ['trusted', makeCalibration(), 'gpt  trusted'],
    ['not-trusted', lenient, 'nice  not trusted: TNR 0.00 (95% CI 0.00–0.30, n=9) is below 0.80'],
    [
      'inconclusive',
      makeInconclusive(),
      'gpt  not enough labels: TNR is inconclusive (needs 12 to 40 more failing labels, drawn at random)',
    ],
    [
      'bound to be missed',
      makeInconclusive({ outlook: 'missed' }),
      'gpt  not enough labels: TNR is inconclusive, and would probably be missed',
    ],
    [
      'too near its threshold',
      makeInconclusive({ labels: { fewest: 201, likely: null } }),
      'gpt  not enough labels: TNR is inconclusive (needs at least 201 more failing labels, drawn at random)',
    ],
    [
      'one label short',
      makeInconclusive({ labels: { fewest: 1, likely: 1 } }),
      'gpt  not enough labels: TNR is inconclusive (needs 1 more failing label, drawn at random)',
    ],
    [
      'a bound, which has no forecast',
      makeInconclusive(
        {},
        { evidence: { random: 92, chosen: 0, byVerdict: 0, draws: { drawn: 138, answered: 92, skipped: 6 } } },
      ),
      'gpt  not enough labels: TNR is inconclusive: 46 of 138 drawn conversations have no score yet (6 skipped)',
    ],
    [
      'trusted with a caveat',
      makeCalibration({ gate: { ...gate, caveats: ['it obeys (16 of 16)'] } }),
      'gpt  trusted, but it obeys (16 of 16)',
    ],
  ])('come first: %s', (_, calibration, line) => {
    expect(renderReport(calibration).split('\n')[2]).toBe(line);
  });

  it('are listed below each other', () => {
    expect(renderReport([makeCalibration(), lenient])).toContain('gpt   trusted\nnice  not trusted: ');
  });

  it('of several metrics say how many labels of each class there have to be', () => {
    const calibration = makeInconclusive({}, { tpr: metric(0.8) });
    const needed = { ...neededOfTnr, metric: 'tpr', class: 'pass' } as const;
    const both = {
      ...calibration.gate,
      metrics: [makeGated('tpr', { state: 'inconclusive' }), ...calibration.gate.metrics],
      needed: [needed, ...calibration.gate.needed],
    };
    expect(renderReport({ ...calibration, gate: both })).toContain(
      'TPR and TNR are inconclusive (needs 12 to 40 more labels of each class, drawn at random)\n',
    );
    const one = both.needed.map((each) => ({ ...each, labels: { fewest: 1, likely: 1 } }));
    expect(renderReport({ ...calibration, gate: { ...both, needed: one } })).toContain(
      '(needs 1 more label of each class, drawn at random)\n',
    );
    const any = { ...neededOfTnr, metric: 'kappa', class: 'any', labels: { fewest: 30, likely: 30 } } as const;
    expect(renderReport({ ...calibration, gate: { ...both, needed: [any] } })).toContain(
      '(needs 30 more labels, drawn at random)\n',
    );
  });

  it('of one that graded nothing tell why, without metrics and without labels that it would need', () => {
    const silent = makeCalibration({
      target: 'broken',
      n: 8,
      graded: 0,
      compared: 0,
      ungraded: { 'provider-error': 8 },
    });
    const row = { judge: null, cause: 'provider-error', judgeReason: 'No\nkey.\u001b[2J', probed: {} } as const;
    const text = renderReport([{ calibration: silent, rows: [row, row] }]);
    expect(text).toContain('broken  graded none of 8 samples: 8 provider-error, first: "No key.␛[2J"\n');
    expect(text).toContain('8 ungraded (provider-error). ');
    expect(text).not.toContain('TPR');
  });
});
