import { describe, expect, it } from 'vitest';
import { makeCalibration, makeGated, metric, metricsOf } from '../../../test/support/made-calibration.ts';
import { makeInconclusive, renderReport } from '../../../test/support/made-calibration-report.ts';
import type { Disagreement } from '../../calibrate/calibration.ts';
import { undefinedEstimate } from '../../statistics/estimate.ts';

const { gate } = makeCalibration();

const late: Disagreement = {
  sample: 'late',
  human: -1,
  judge: 1,
  difference: 2,
  flips: true,
  humanReason: 'It never\nsays sorry.\u001b[2J',
  judgeReason: 'Friendly.',
  tags: [],
};

describe('the metrics', () => {
  it('are side by side, each with interval and n: first those that decide, and κ next to the exact match', () => {
    const text = renderReport([makeCalibration(), makeCalibration({ target: 'mini', ...metricsOf(0.5) })]);
    const lines = text.split('\n');
    expect(lines[0]).toBe('tone.deck.md  scale −1…1, passing score 1 · 40 tune samples');
    const rows = lines.slice(5, 15).map((line) => line.split(/ {2,}/));
    expect(rows[0]).toEqual(['', 'gpt', 'mini', 'baseline: always 0']);
    expect(rows.slice(1).map(([name]) => name)).toEqual([
      ...['TPR (good passed)', 'TNR (bad caught)', 'Exact agreement', 'Cohen κ', 'Quadratic κ', 'Agreement within 1'],
      ...['Ordinal α', 'Bias (judge − people)', 'Mean absolute error'],
    ]);
    expect(rows[3]).toEqual([
      ...[
        'Exact agreement',
        '0.90 (95% CI 0.80–1.00, n=40)',
        '0.50 (95% CI 0.40–0.60, n=40)',
        '0.30 (95% CI 0.20–0.40, n=40)',
      ],
    ]);
    expect(rows[4]).toEqual(['Cohen κ', '0.90 (95% CI 0.80–1.00, n=40)', '0.50 (95% CI 0.40–0.60, n=40)']);
    expect(text).toContain(
      '\nκ and α: chance-corrected agreement, 1 is perfect, 0 is chance. TPR: share of good replies it passes. ',
    );
  });

  it('are all there where everything is asked for, and those that a gate asks for always', () => {
    expect(renderReport(makeCalibration())).not.toMatch(/^(?:Gwet AC2|MCC) /m);
    expect(renderReport(makeCalibration(), {}, { everyMetric: true })).toMatch(/^Gwet AC2 .*\n(?:.+\n)*MCC /m);
    const gated = { ...gate, metrics: [makeGated('mcc', { threshold: 0.5 })] };
    expect(renderReport(makeCalibration({ gate: gated }))).toMatch(/^MCC /m);
  });

  it.each([80, 120])('fit into %i columns, whatever there is to say', (width) => {
    const groups = ['a', 'b'].map((name) => ({ name, n: 20, metrics: metricsOf(0.5) }));
    const says = 'TNR needs about 12 more conversations that people fail, and this goes on for a while longer still.';
    const judge = makeInconclusive(
      { summary: says },
      {
        target: 'a-target-with-a-long-name-of-its-own',
        ungraded: { unparseable: 3, timeout: 1 },
        byTag: groups,
        byTurns: groups,
        retest: { repeats: 3, changed: metric(0.1), flipped: metric(0.05) },
        probes: [
          {
            variant: 'last-turn',
            changed: metric(0),
            flipped: metric(0),
            finding: 'unmoved',
            summary: 'Its scores did not change on any of 40 samples when everything before the last turn was removed.',
          },
        ],
        disagreements: [{ ...late, judgeReason: 'word '.repeat(100) }],
      },
    );
    const lines = renderReport([judge, { ...judge, target: 'mini' }], {}, { width }).split('\n');
    // Commands are never broken.
    const long = lines.filter((line) => line.length > width && !line.includes('turnwise '));
    expect(long).toEqual([]);
  });

  it('that have no value say why, once for those of one reason', () => {
    const none = undefinedEstimate(40, 'the scale has no steps');
    const text = renderReport(makeCalibration({ kappa: none, kappaQuadratic: none }));
    expect(text).toMatch(/^Cohen κ {2,}– \(n=40\)$/m);
    expect(text).toContain('–: Cohen κ, Quadratic κ: the scale has no steps\n');
  });

  it('show a baseline once that several judges share, and one that also is another', () => {
    const [constant] = makeCalibration().baselines;
    const baselines = constant === undefined ? [] : [constant, { ...constant, kind: 'majority' as const }];
    const text = renderReport([makeCalibration({ baselines }), makeCalibration({ target: 'mini', baselines })]);
    expect(text.match(/always 0/g)).toHaveLength(1);
    expect(text).toContain('baseline: always 0');
  });
});

describe('the gate', () => {
  it('shows each threshold with what was measured', () => {
    expect(renderReport(makeCalibration())).toContain(
      '\ngpt\n  met           TPR 0.90 (95% CI 0.80–1.00, n=40) is at least 0.80.\n',
    );
  });

  it('puts what was missed first, and what would decide the rest last', () => {
    const judge = makeInconclusive(
      {},
      { tpr: metric(0.5, { low: 0.4, high: 0.6 }), kappa: metric(0.9, { low: 0.8, high: 0.95 }) },
    );
    const text = renderReport({
      ...judge,
      gate: {
        ...judge.gate,
        state: 'not-trusted',
        reasons: [
          'Graded 0.50 is below 0.90: 20 of 40 samples got no score.',
          'TPR 0.50 (95% CI 0.40–0.60, n=40) is below 0.80.',
          ...judge.gate.reasons,
          'It passes every one of 4 samples.',
        ],
        metrics: [
          makeGated('kappa', { threshold: 0.6, eValue: null, neededE: null }),
          makeGated('tpr', { state: 'missed', why: 'TPR 0.50 (95% CI 0.40–0.60, n=40) is below 0.80.' }),
          makeGated('tnr', {
            state: 'inconclusive',
            why: 'TNR 0.90 (95% CI 0.70–0.97, n=14) is not enough evidence for 0.80 or more.',
          }),
        ],
      },
    });
    expect(text).toContain(`
  missed        Graded 0.50 is below 0.90: 20 of 40 samples got no score.
  missed        TPR 0.50 (95% CI 0.40–0.60, n=40) is below 0.80.
  inconclusive  TNR 0.90 (95% CI 0.70–0.97, n=14) is not enough evidence for 0.80 or more.
  inconclusive  It passes every one of 4 samples.
  met           Cohen κ 0.90 (95% CI 0.80–0.95, n=40) is at least 0.60.
                If the judge stays unchanged: TNR needs 12 to 40.
`);
    expect(text).toMatch(/^gpt {2}not trusted: Graded 0\.50 .* got no score, TPR 0\.50 .* is below\n {5}0\.80$/m);
  });

  it.each([
    [{ mcc: metric(-0.1) }, 'gpt is no better than "always 0".'],
    [{ mcc: metric(null), tpr: metric(1), tnr: metric(0) }, 'gpt is no better than "always 0".'],
    [{ mcc: metric(0.05, { low: -0.2, high: 0.3 }) }, 'gpt is not clearly better than "always 0".'],
    [
      { tpr: metric(null) },
      'Every graded sample has a failing human score, so these samples cannot tell gpt from "always 0".',
    ],
  ])('tells a judge that is no better than a constant: %j', (changes, sentence) => {
    expect(renderReport(makeCalibration(changes))).toContain(sentence);
  });

  it('says nothing of that where the correlation is unknown, as with samples that a verdict chose', () => {
    expect(renderReport(makeCalibration({ mcc: metric(null) }))).not.toContain('better than "always');
  });
});

describe('the confusion matrix', () => {
  it('has people as rows, agreement in brackets, and a dot for what never happened', () => {
    expect(renderReport(makeCalibration())).toContain(`people ↓  gpt →   −1    0    1
              −1 [12]   2    ·
               0   1  [11]   ·
               1   ·    1  [13]
`);
  });

  it('is shown as pass and fail where the scale has no steps', () => {
    const judge = makeCalibration({
      confusion: { labels: [], rows: [] },
      tpr: metric(0.5, { n: 4 }),
      tnr: metric(1, { n: 3 }),
    });
    expect(renderReport(judge)).toMatch(/fails \(below 1\) +\[3\] +·/);
    expect(renderReport(judge)).toMatch(/passes +2 +\[2\]/);
  });

  it('is left out where nothing was compared', () => {
    expect(renderReport(makeCalibration({ compared: 0 }))).not.toContain('people ↓');
  });
});

describe('what went apart', () => {
  it('lists disagreements with both reasons, on one line each and harmless', () => {
    const text = renderReport(makeCalibration({ disagreements: [late] }));
    expect(text).toContain(`disagreements between gpt and people (1)
  late  people −1, judge 1 (+2, pass vs. fail)
    people  It never says sorry.␛[2J
    gpt     Friendly.
full conversations: --html <file>
exact judge request: turnwise preview tone.deck.md --sample late
`);
  });

  it('leaves out what does not work, and what was done', () => {
    const elsewhere = { ...late, sample: 'from-a-file' };
    const text = renderReport(makeCalibration({ disagreements: [elsewhere] }), {}, { hasPage: true });
    expect(text).not.toContain('turnwise show');
    expect(text).not.toContain('--html');
    const own = renderReport(makeCalibration({ disagreements: [elsewhere, late] }));
    expect(own).toContain('exact judge request: turnwise preview tone.deck.md --sample late\n');
  });

  it.each<readonly [Partial<Disagreement>, string]>([
    [
      {
        ratings: [
          { rater: 'ann', score: 5, reason: 'kept it' },
          { rater: 'ben', score: -4 },
        ],
      },
      'ann 5: kept it · ben −4',
    ],
    [{ ratings: [{ rater: 'ann', score: 5, reason: 'kept it' }] }, 'kept it'],
    [
      {
        humanReason: 'Agreed on.',
        ratings: [
          { rater: 'ann', score: 5, reason: 'kept it' },
          { rater: 'ben', score: 4 },
        ],
      },
      'Agreed on. (ann 5: kept it · ben 4)',
    ],
    [{}, 'no reason'],
  ])('says what people said: %j', (changes, line) => {
    const { humanReason: _, ...silent } = late;
    expect(renderReport(makeCalibration({ disagreements: [{ ...silent, ...changes }] }))).toContain(
      `    people  ${line}\n`,
    );
  });

  it('shows the worst five and counts the rest', () => {
    const text = renderReport(makeCalibration({ disagreements: Array.from({ length: 9 }, () => late) }));
    expect(text).toContain('(5 worst of 9)');
    expect(text.match(/Friendly/g)).toHaveLength(5);
  });

  it('puts the groups that are furthest apart first, and leaves out one that is everything', () => {
    const toGroup = (name: string, n: number, mae: number) => ({
      name,
      n,
      metrics: { ...metricsOf(0.5), mae: metric(mae) },
    });
    const text = renderReport(
      makeCalibration({ byTag: [toGroup('calm', 20, 0.1), toGroup('angry', 20, 2), toGroup('all', 40, 1)] }),
    );
    expect(text).toMatch(/^tag .*\nangry .*\ncalm /m);
    expect(text).not.toMatch(/^all /m);
  });

  it('keeps what decides the gate where the line is short', () => {
    const groups = ['1', '2'].map((name) => ({ name, n: 20, metrics: metricsOf(0.5) }));
    expect(renderReport(makeCalibration({ byTurns: groups }), {}, { width: 80 })).toMatch(
      /^user turns {2}TPR \(good passed\) {2,}TNR \(bad caught\)\n(?:.+\n)*… Mean absolute error, Bias .*: with --html <file>$/m,
    );
  });

  it('says what to do about each cause of missing scores', () => {
    const text = renderReport(makeCalibration({ ungraded: { timeout: 2, unparseable: 1 }, unlabeled: 1 }));
    expect(text).toMatch(/2 ungraded \(timeout\)\. Raise --timeout/);
    expect(text).toMatch(/1 ungraded \(unparseable\)\. /);
    expect(text).toContain('Not compared: 1 graded sample without a human score.');
  });
});
