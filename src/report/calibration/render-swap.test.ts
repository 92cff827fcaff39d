import { describe, expect, it } from 'vitest';
import { makeCalibration, metric } from '../../../test/support/made-calibration.ts';
import { makeReport } from '../../../test/support/made-calibration-report.ts';
import type { JudgeSwap, SwapClass } from '../../calibrate/swap-judges.ts';
import type { SwapVerdict } from '../../conversation/certificate.ts';
import { toLineLimit } from '../fit-lines.ts';
import { plainPalette } from '../palette.ts';
import { renderSwaps } from './render-swap.ts';

const { deck } = makeCalibration();

function makeClass(rate: 'tpr' | 'tnr', verdict: SwapVerdict): SwapClass {
  const difference = { value: verdict === 'worse' ? -0.2 : 0.01, low: -0.3, high: 0.05 };
  const test = { difference, p: 0.2, pAdjusted: 0.3 };
  return {
    ...{ class: rate === 'tpr' ? 'pass' : 'fail', rate, verdict, n: 80, difference },
    ...{ old: metric(0.9), new: metric(0.7), missing: { old: 1, new: 2 }, notWorse: test },
    worse: { ...test, test: 'mcnemar' },
  };
}

function makeSwap(name: string, verdict: SwapVerdict): JudgeSwap {
  const flips = Array.from({ length: 9 }, (_, index) => ({
    ...{ sample: `sample-${index}`, right: 'old' as const, human: -1, old: -1, new: 1 },
    ...{ class: 'fail' as const, tags: [] },
    newReason: 'It says at length why it passes this conversation.',
  }));
  const classes = [makeClass('tpr', verdict), makeClass('tnr', verdict === 'worse' ? 'inconclusive' : verdict)];
  return { deck, old: 'reader', new: name, verdict, margin: 0.05, leftOut: 3, classes, flips };
}

const verdicts = ['not-worse', 'worse', 'inconclusive', 'worse', 'worse'] as const;

function renderLines(count: number, { width = 80, verbose = false } = {}): readonly string[] {
  const swaps = verdicts.slice(0, count).map((verdict, index) => makeSwap(`judge-${index}`, verdict));
  const judges = swaps.map(({ new: target }) => ({ calibration: makeCalibration({ target }), rows: [] }));
  const report = makeReport(judges, { answers: { of: 160, cached: 160 } });
  return renderSwaps(swaps, report, { palette: plainPalette, width, verbose }).trimEnd().split('\n');
}

describe('several new judges', () => {
  it.each([2, 3, 5])('fit one screen: %i', (count) => {
    for (const width of [80, 120]) {
      const lines = renderLines(count, { width });
      expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(toLineLimit(count));
    }
  });

  it('have a line each, the tables behind --verbose, and the next command for the best', () => {
    const lines = renderLines(3);
    expect(lines.slice(0, 3)).toEqual([
      expect.stringMatching(/^judge-0 {2}not worse +TPR \+1 pp +TNR \+1 pp +gate: trusted$/),
      expect.stringMatching(/^judge-1 {2}worse on TPR +TPR −20 pp +TNR \+1 pp +gate: trusted$/),
      expect.stringMatching(/^judge-2 {2}inconclusive on TPR and TNR +TPR \+1 pp +TNR \+1 pp +gate: trusted$/),
    ]);
    const text = lines.join(' ');
    expect(text).toContain('TPR and TNR: new judge − reader. "Not worse" allows 5 pp. Some samples have no verdict.');
    expect(text).toContain('Intervals, p-values and notes: --verbose');
    expect(text).toContain('Samples where only one judge is right (5 of 27, all in --json)');
    expect(lines.at(-2)).toMatch(/^Next: .*/);
    expect(lines.at(-1)).toMatch(/^ {2}turnwise calibrate /);
    expect(renderLines(3, { verbose: true }).join('\n')).toContain('new − old');
  });

  it('say that --verbose has more where there is no room', () => {
    const text = renderLines(1).join('\n');
    expect(text).toMatch(/only one judge is right \([1-4] of 9, more with --verbose, all in --json\)/);
  });
});
