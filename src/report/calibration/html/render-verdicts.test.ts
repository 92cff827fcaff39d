import { describe, expect, it } from 'vitest';
import {
  type CalibratedOptions,
  type JudgeTrait,
  toCalibratedJudges,
} from '../../../../test/support/calibrated-judges.ts';
import type { Calibration } from '../../../calibrate/calibration.ts';
import { renderVerdicts } from './render-verdicts.ts';

function calibrate(trait: Partial<JudgeTrait>, more: Partial<CalibratedOptions> = {}): Calibration {
  const [judge] = toCalibratedJudges([{ target: 'm', misses: 0, ...trait }], { count: 40, ...more });
  if (judge === undefined) throw new Error('There is a judge.');
  return judge.calibration;
}

describe('the card of a judge', () => {
  it('tells that it is no better than a constant', () => {
    // 9 added to any score of −3 to 3 is 3: it always says the same.
    const card = renderVerdicts([calibrate({ target: 'nice', shift: 9 })]);
    expect(card).toMatch(/<p class="warning">! nice is no better than &quot;always −?\d&quot;\.<\/p>/);
  });

  it('is silent about constants where the judge is better', () => {
    expect(renderVerdicts([calibrate({})])).not.toContain('class="warning"');
  });

  it('asks for scores of drawn conversations before any forecast', () => {
    const calibration = calibrate({});
    const draws = { drawn: 138, answered: 92, skipped: 0 };
    const gate = { ...calibration.gate, state: 'insufficient-labels' } as const;
    const card = renderVerdicts([{ ...calibration, gate, evidence: { ...calibration.evidence, draws } }]);
    expect(card).toContain('<li>46 of 138 drawn conversations have no score yet. Score them first.</li>');
    expect(card).not.toContain('% chance)');
  });

  it('shows every caveat of the gate, escaped', () => {
    const calibration = calibrate({});
    const gate = {
      ...calibration.gate,
      state: 'not-trusted',
      caveats: ['it does not <b>read</b>', 'it obeys'],
    } as const;
    const card = renderVerdicts([{ ...calibration, gate }]);
    expect(card).toContain('<p class="warning">! It does not &lt;b&gt;read&lt;/b&gt;.</p>');
    expect(card).toContain('<p class="warning">! It obeys.</p>');
  });

  it('of one that is trusted is not all green where there is a caveat', () => {
    const calibration = calibrate({});
    const gate = { ...calibration.gate, state: 'trusted', caveats: ['it obeys'] } as const;
    const card = renderVerdicts([{ ...calibration, gate }]);
    expect(card).toContain('<section class="card gate ungraded">');
    expect(card).toContain('<p class="warning">! But it obeys.</p>');
  });

  it('asks for no labels, and blames no interval, where nothing could be graded', () => {
    const calibration = calibrate({ ungradedEvery: 1 }, { count: 4 });
    expect(calibration).toMatchObject({ n: 4, graded: 0 });
    const card = renderVerdicts([calibration]);
    expect(card).toContain('No metric is below its threshold.');
    expect(card).not.toContain('class="needed"');
    expect(card).not.toContain('interval');
  });

  it('says what more labels cannot change, and how many would decide the rest', () => {
    const calibration = calibrate({ shift: 9 }, { count: 20 });
    const card = renderVerdicts([calibration]);
    expect(calibration.gate.metrics.map(({ state }) => state)).toEqual(
      expect.arrayContaining(['missed', 'inconclusive']),
    );
    expect(card).toContain('More labels are unlikely to change that.');
    expect(card).toContain('class="needed"');
  });
});
