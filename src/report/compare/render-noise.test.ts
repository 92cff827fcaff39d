import { describe, expect, it } from 'vitest';
import type { Noise } from '../../compare/noise.ts';
import type { ComparedRun } from '../../compare/run-comparison.ts';
import { plainPalette } from '../palette.ts';
import { renderNoise } from './render-noise.ts';

const rate = { value: 0.5, low: 0.2, high: 0.8, n: 10, clusters: 10 };
const noise: ComparedRun & Noise = {
  run: '20261115-224530-k3fm',
  target: 'bot',
  cases: 10,
  flipped: 3,
  noVerdict: 2,
  flipRate: { ...rate, value: 0.12, low: 0.04, high: 0.3 },
  byRepeat: [
    { repeat: 0, rate },
    { repeat: 1, rate: { ...rate, value: 0.6 } },
  ],
  chanceDifference: [
    { repeats: 1, value: 0.3, low: 0.2, high: 0.4 },
    { repeats: 5, value: 0.14, low: 0.09, high: 0.18 },
  ],
  minimumDetectableDifference: [
    { repeats: 1, ifAllMove: 0.35, ifSomeChange: 0.4 },
    { repeats: 5, ifAllMove: 0.2, ifSomeChange: null },
  ],
  isUpperBound: false,
  summary: 'It flips.',
};
const style = { palette: plainPalette, storeOption: '', hasJudges: false };

describe('renderNoise', () => {
  it('says it in words, then by repeat, then what two runs can detect, then what to type', () => {
    expect(renderNoise([noise], style)).toBe(`It flips.

repeat  pass rate
     0  50.0 % [20.0, 80.0] n=10
     1  60.0 % [20.0, 80.0] n=10

cases  flipped  flip rate
   10        3  12.0 % [4.0, 30.0] n=10
2 in error, ungraded or skipped: they say nothing here.

each case played  chance alone  every case moves  some cases change
            once       30.0 pp           35.0 pp            40.0 pp
         5 times       14.0 pp           20.0 pp      too few cases
chance alone: two runs of the same target differ by less in 95% of comparisons.
The others: minimum detectable difference at 80% power, if the pass rate of every case moves by that much,
or if that share of the cases changes for good.

Which cases flip: turnwise show run:20261115-224530-k3fm
Compare a later run with this one: turnwise compare 20261115-224530-k3fm last
`);
  });

  it('names the targets when there are several', () => {
    const text = renderNoise([noise, { ...noise, target: 'other' }], { ...style, storeOption: ' --store x.db' });
    expect(text).toMatch(/^bot\nIt flips\.\n/);
    expect(text).toContain('\nother\nIt flips.\n');
    expect(text).toContain('turnwise compare 20261115-224530-k3fm:bot last:bot --store x.db\n');
  });

  it('says so when there is nothing to say', () => {
    const none = { value: null, low: null, high: null, n: 0, clusters: 0, why: 'no case was played twice' };
    const text = renderNoise(
      [{ ...noise, cases: 0, flipped: 0, flipRate: none, chanceDifference: [], minimumDetectableDifference: [] }],
      style,
    );
    expect(text).toContain('No flip rate: no case was played twice.\n');
    expect(text).not.toContain('each case played');
    expect(text).not.toContain('Which cases flip');
  });

  it('calls metrics of a run in which nothing flipped an upper end', () => {
    expect(renderNoise([{ ...noise, isUpperBound: true }], style)).toContain(
      '\nAll at most: computed with the upper end of the flip rate.\n',
    );
  });
});

describe('the part of the judge', () => {
  const judge: NonNullable<Noise['judge']> = {
    judgments: 20,
    changed: 1,
    changeRate: rate,
    cases: 10,
    flipped: 1,
    flipRate: { ...rate, value: 0.1, low: 0.02, high: 0.4 },
    notCompared: 0,
    summary: 'Of 20 judgments made twice, 1 changed sides.',
  };

  it('stands beside the whole', () => {
    const text = renderNoise([{ ...noise, noVerdict: 0, judge }], { ...style, hasJudges: true });
    expect(text).toContain(`
                   cases  flipped  flip rate
played again          10        3  12.0 % [4.0, 30.0] n=10
only judged again     10        1  10.0 % [2.0, 40.0] n=10
Of 20 judgments made twice, 1 changed sides.
`);
    expect(text).not.toContain('--judge-again');
  });

  it('tells what could not be set against each other', () => {
    expect(renderNoise([{ ...noise, judge: { ...judge, notCompared: 2 } }], style)).toContain(
      '\n2 judgments of the first repeat say nothing: ungraded, or asked in another way since.\n',
    );
  });

  it('is offered where judges graded and nothing was judged twice', () => {
    expect(renderNoise([noise], { ...style, hasJudges: true, storeOption: ' --store x.db' })).toContain(
      "\nHow much of it is the judge's: turnwise noise run:20261115-224530-k3fm --judge-again --store x.db\n",
    );
  });
});
