import { describe, expect, it } from 'vitest';
import { figure, figuresOf, makeCalibration } from '../../../test/support/made-calibration.ts';
import type { Calibration, Disagreement } from '../../calibrate/calibration.ts';
import { plainPalette } from '../palette.ts';
import type { CalibrationReport, CommandChanges } from './calibration-report.ts';
import { renderCalibrations } from './render-calibrations.ts';

function toReport(calibrations: readonly Calibration[], changes: Partial<CalibrationReport> = {}): CalibrationReport {
  return {
    split: 'tune',
    decks: [
      {
        file: 'tone.deck.md',
        scale: { min: -1, max: 1, step: 1 },
        pass: 1,
        looks: 3,
        ownSamples: new Set(['late']),
        calibrations,
      },
    ],
    skipped: 0,
    done: { gate: false, probe: false, allowLeak: false },
    toCommand: (options: CommandChanges) => `turnwise calibrate ${JSON.stringify(options)}`,
    ...changes,
  };
}

function render(
  calibration: Calibration | readonly Calibration[],
  changes: Partial<CalibrationReport> = {},
  width = 120,
) {
  const list = 'model' in calibration ? [calibration] : calibration;
  return renderCalibrations(toReport(list, changes), { palette: plainPalette, width });
}

const late: Disagreement = {
  sample: 'late',
  human: -1,
  judge: 1,
  difference: 2,
  flips: true,
  human_reason: 'It never\nsays sorry.\u001b[2J',
  judge_reason: 'Friendly.',
  tags: [],
};

describe('the figures', () => {
  it('stand side by side, each with interval and n, and κ beside the exact match', () => {
    const text = render([makeCalibration(), makeCalibration({ model: 'mini', ...figuresOf(0.5) })]);
    const lines = text.split('\n');
    expect(lines[0]).toBe('tone.deck.md  scale −1…1, passes from 1 · 40 samples of split tune');
    expect(lines[2]?.split(/ {2,}/)).toEqual(['', 'gpt', 'mini', 'always 0']);
    expect(lines[3]?.split(/ {2,}/)).toEqual([
      ...['Exact agreement', '0.90 [0.80, 1.00] n=40', '0.50 [0.40, 0.60] n=40', '0.30 [0.20, 0.40] n=40'],
    ]);
    expect(lines[4]?.split(/ {2,}/)).toEqual(['Cohen κ', '0.90 [0.80, 1.00] n=40', '0.50 [0.40, 0.60] n=40']);
  });

  it.each([80, 120])('fit into %i columns, whatever there is to say', (width) => {
    const groups = ['a', 'b'].map((name) => ({ name, n: 20, figures: figuresOf(0.5) }));
    const judge = makeCalibration({
      model: 'a-target-with-a-long-name-of-its-own',
      ungraded: { unparseable: 3, timeout: 1 },
      gate: {
        ...makeCalibration().gate,
        state: 'not enough labels',
        reasons: [
          'TNR 0.90 [0.70, 0.97] n=14 is not yet decided against 0.80, and this goes on for a while longer still.',
        ],
        figures: [{ figure: 'tnr', limit: 0.8, state: 'open' }],
        needed: [
          {
            figure: 'tnr',
            class: 'fail',
            labels: 12,
            outlook: 'met',
            says: 'TNR needs about 12 more labels of conversations that people fail, if the judge goes on like this.',
          },
        ],
      },
      by_tag: groups,
      by_turns: groups,
      retest: { repeats: 3, changed: figure(0.1), flipped: figure(0.05) },
      probes: [
        {
          variant: 'last-turn',
          changed: figure(0),
          flipped: figure(0),
          finding: 'unmoved',
          says: 'Its scores did not change on any of 40 samples when everything before the last turn was removed.',
        },
      ],
      disagreements: [{ ...late, judge_reason: 'word '.repeat(100) }],
    });
    const lines = render([judge, { ...judge, model: 'mini' }], {}, width).split('\n');
    // Commands are never broken.
    const long = lines.filter((line) => line.length > width && !line.includes('turnwise '));
    expect(long).toEqual([]);
  });

  it('that have no value say why, once for those of one reason', () => {
    const none = { value: null, n: 40, why: 'the scale has no steps' };
    const text = render(makeCalibration({ kappa: none, kappa_linear: none }));
    expect(text).toMatch(/^Cohen κ {2,}– n=40$/m);
    expect(text).toContain('–: Cohen κ, Linear κ: the scale has no steps\n');
  });

  it('show a baseline once that several judges share, and one that also is another', () => {
    const [constant] = makeCalibration().baselines;
    const baselines = constant === undefined ? [] : [constant, { ...constant, kind: 'majority' as const }];
    const text = render([makeCalibration({ baselines }), makeCalibration({ model: 'mini', baselines })]);
    expect(text.match(/always 0/g)).toHaveLength(1);
  });
});

describe('the gate', () => {
  it('shows each limit with what was measured', () => {
    const text = render(makeCalibration());
    expect(text).toContain('gpt  trusted\n  met     TPR 0.90 [0.80, 1.00] n=40 is at least 0.80.\n');
  });

  it('puts what was missed first, and what would decide the rest last', () => {
    const text = render(
      makeCalibration({
        gate: {
          state: 'not trusted',
          reasons: ['Graded 0.50 is below 0.90: 20 of 40 samples got no score.', 'TPR is below.', 'TNR is open.'],
          needed: [{ figure: 'tnr', class: 'fail', labels: 3, outlook: 'met', says: 'TNR needs 3.' }],
          limits: { tpr: 0.8, tnr: 0.8, kappa: 0.6 },
          figures: [
            { figure: 'kappa', limit: 0.6, state: 'met' },
            { figure: 'tpr', limit: 0.8, state: 'missed' },
            { figure: 'tnr', limit: 0.8, state: 'open' },
          ],
        },
      }),
    );
    expect(text).toContain(`gpt  not trusted
  missed  Graded 0.50 is below 0.90: 20 of 40 samples got no score.
  missed  TPR is below.
  open    TNR is open.
  met     Cohen κ 0.90 [0.80, 1.00] n=40 is at least 0.60.
          TNR needs 3.
`);
  });

  it.each([
    [{ mcc: figure(null) }, 'gpt is no better than "always 0".'],
    [{ mcc: figure(0.05, { low: -0.2, high: 0.3 }) }, 'gpt is not clearly better than "always 0".'],
    [{ tpr: figure(null) }, 'People fail all of these samples, so nothing tells gpt from "always 0".'],
  ])('tells a judge that is no better than a constant: %j', (changes, sentence) => {
    expect(render(makeCalibration(changes))).toContain(sentence);
  });
});

describe('the confusion matrix', () => {
  it('has people as rows, agreement in brackets, and a dot for what never happened', () => {
    expect(render(makeCalibration())).toContain(`people ↓  gpt →   −1    0    1
              −1 [12]   2    ·
               0   1  [11]   ·
               1   ·    1  [13]
`);
  });

  it('is shown as pass and fail where the scale has no steps', () => {
    const judge = makeCalibration({
      confusion: { labels: [], rows: [] },
      tpr: figure(0.5, { n: 4 }),
      tnr: figure(1, { n: 3 }),
    });
    expect(render(judge)).toMatch(/fails \(under 1\) +\[3\] +·/);
    expect(render(judge)).toMatch(/passes +2 +\[2\]/);
  });

  it('is left out where nothing was compared', () => {
    expect(render(makeCalibration({ compared: 0 }))).not.toContain('people ↓');
  });
});

describe('what went apart', () => {
  it('lists disagreements with both reasons, on one line each and harmless', () => {
    const text = render(makeCalibration({ disagreements: [late] }));
    expect(text).toContain(`disagreements of gpt with people (1)
  late  people −1, judge 1 (+2, over the pass mark)
    people  It never says sorry.␛[2J
    gpt     Friendly.
whole conversations: --html <file>
what it was asked: turnwise show tone.deck.md --sample late
`);
  });

  it('shows the worst five and counts the rest', () => {
    const text = render(makeCalibration({ disagreements: Array.from({ length: 9 }, () => late) }));
    expect(text).toContain('(5 worst of 9)');
    expect(text.match(/Friendly/g)).toHaveLength(5);
  });

  it('puts the groups that are furthest apart first, and leaves out one that is everything', () => {
    const toGroup = (name: string, n: number, mae: number) => ({
      name,
      n,
      figures: { ...figuresOf(0.5), mae: figure(mae) },
    });
    const text = render(
      makeCalibration({ by_tag: [toGroup('calm', 20, 0.1), toGroup('angry', 20, 2), toGroup('all', 40, 1)] }),
    );
    expect(text).toMatch(/^tag .*\nangry .*\ncalm /m);
    expect(text).not.toMatch(/^all /m);
  });

  it('says what to do about each cause of missing scores', () => {
    const text = render(makeCalibration({ ungraded: { timeout: 2, unparseable: 1 }, unlabelled: 1 }));
    expect(text).toMatch(/ungraded: 2 timeout: The same command asks these again/);
    expect(text).toMatch(/ungraded: 1 unparseable: /);
    expect(text).toContain('1 sample without a human score was graded and not compared.');
  });
});

describe('the next step', () => {
  const open = { ...makeCalibration().gate, state: 'not enough labels' as const };
  const done = { gate: true, probe: true, allowLeak: false };
  it.each<readonly [string, Calibration, Partial<CalibrationReport>, RegExp]>([
    [
      'trusted on tune',
      makeCalibration(),
      {},
      /look once at those it was not:\n {2}turnwise calibrate {"split":"test","gate":true}/,
    ],
    ['trusted on test', makeCalibration(), { split: 'test' }, /turnwise calibrate {"gate":true}/],
    ['certified', makeCalibration(), { split: 'test', done }, /turnwise run names the certificate/],
    ['open', makeCalibration({ gate: open }), {}, /turnwise calibrate {"requestLabels":true}/],
    ['requested', makeCalibration({ gate: open }), { done: { ...done, requested: 3 } }, /score what was filed/],
    ['asked for in vain', makeCalibration({ gate: open }), { done: { ...done, requested: 0 } }, /Import some/],
    ['leaked', makeCalibration(), { done: { ...done, allowLeak: true } }, /Leave out --allow-leak/],
    ['nothing graded', makeCalibration({ graded: 0, compared: 0 }), {}, /Nothing could be graded/],
    ['nothing scored', makeCalibration({ compared: 0 }), {}, /has a human score/],
  ])('of one that is %s', (_, calibration, changes, wanted) => {
    expect(render(calibration, changes)).toMatch(wanted);
  });

  it('counts looks at the test samples, and samples that were skipped', () => {
    const text = render(makeCalibration(), { split: 'test', skipped: 2 });
    expect(text).toContain('look 3 at the test samples');
    expect(text).toContain('2 samples could not be used and were skipped');
  });
});
