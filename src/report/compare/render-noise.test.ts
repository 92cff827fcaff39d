import { describe, expect, it } from 'vitest';
import type { Noise } from '../../compare/noise.ts';
import type { ComparedRun } from '../../compare/run-comparison.ts';
import { toLineLimit } from '../fit-lines.ts';
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
  toDetect: { difference: 0.05, repeats: 8, cases: 744, ifSomeChange: { cases: 752, fewestCases: 157 } },
  isUpperBound: false,
  summary: 'It flips.',
};
const judgeNoise: NonNullable<Noise['judge']> = {
  judgments: 20,
  changed: 1,
  changeRate: rate,
  cases: 10,
  flipped: 1,
  flipRate: { ...rate, value: 0.1, low: 0.02, high: 0.4 },
  notCompared: 0,
  summary: 'Of 20 judgments made twice, 1 changed sides.',
};

const style = { palette: plainPalette, storeOption: '', hasJudges: false, verbose: true };

describe('renderNoise', () => {
  it('shows a sentence, then the repeats, then what two runs can detect, then the next command', () => {
    expect(renderNoise([noise], style)).toBe(`Flip rate: 12% (95% CI 4–30, 10 cases).
Minimum detectable difference, 1 run each: 40 pp (80% power).
By chance alone, 95% of run pairs differ by at most 30 pp.
To detect 5 pp if every case shifts: 8 runs per case, or 744 cases with one run each. If 1 case in 20 flips and stays flipped: 752 cases.

repeat  pass rate
     1  50% (95% CI 20–80, n=10)
     2  60% (95% CI 20–80, n=10)

cases  flipped  flip rate
   10        3  12% (95% CI 4–30, n=10)
Not counted: 2 in error, ungraded or skipped.

runs per case  chance alone  every case shifts  some cases change
            1         30 pp              35 pp              40 pp
            5         14 pp              20 pp      too few cases
Chance alone: 95% of run pairs of the same target differ by at most this much.
The others: minimum detectable difference (80% power) if the pass rate of every case shifts by that much,
or if that share of the cases flips and stays flipped.

Details: turnwise show run:20261115-224530-k3fm
Compare a later run: turnwise compare 20261115-224530-k3fm last
`);
  });

  it('fits one screen unless you ask for all of it', () => {
    const text = renderNoise([{ ...noise, noVerdict: 0 }], { ...style, verbose: false });
    expect(text).toBe(`Flip rate: 12% (95% CI 4–30, 10 cases).
Minimum detectable difference, 1 run each: 40 pp (80% power).
By chance alone, 95% of run pairs differ by at most 30 pp.
To detect 5 pp if every case shifts: 8 runs per case, or 744 cases with one run each. If 1 case in 20 flips and stays flipped: 752 cases.

Details: turnwise show run:20261115-224530-k3fm
Compare a later run: turnwise compare 20261115-224530-k3fm last
`);
  });

  it('names the targets when there are several', () => {
    const text = renderNoise([noise, { ...noise, target: 'other' }], { ...style, storeOption: ' --db x.db' });
    expect(text).toMatch(/^bot\nFlip rate: 12% /);
    expect(text).toContain('\nother\nFlip rate: 12% ');
    expect(text).toContain('turnwise compare 20261115-224530-k3fm:bot last:bot --db x.db\n');
  });

  it('says as much of several targets as there is room for', () => {
    const text = renderNoise([noise, { ...noise, target: 'other', noVerdict: 0 }], { ...style, verbose: false });
    expect(text).toBe(`bot
  Flip rate: 12% (95% CI 4–30, 10 cases).
  Minimum detectable difference, 1 run each: 40 pp (80% power).
  By chance alone, 95% of run pairs differ by at most 30 pp.
  To detect 5 pp if every case shifts: 8 runs per case, or 744 cases with one run each. If 1 case in 20 flips and stays flipped: 752 cases.
  Not counted: 2 conversations in error, ungraded or skipped.
other
  Flip rate: 12% (95% CI 4–30, 10 cases).
  Minimum detectable difference, 1 run each: 40 pp (80% power).
  By chance alone, 95% of run pairs differ by at most 30 pp.
  To detect 5 pp if every case shifts: 8 runs per case, or 744 cases with one run each. If 1 case in 20 flips and stays flipped: 752 cases.
… more of each target: --verbose

Details: turnwise show run:20261115-224530-k3fm
Compare a later run: turnwise compare 20261115-224530-k3fm:bot last:bot
`);
  });

  it.each([false, true])('says what went wrong where a target has errors only, verbose: %j', (verbose) => {
    const none = { value: null, low: null, high: null, n: 0, clusters: 0, why: 'no case was played twice' };
    const { toDetect: _, ...rest } = { ...noise, target: 'bad', cases: 0, flipped: 0, noVerdict: 16, flipRate: none };
    const bad = { ...rest, chanceDifference: [], minimumDetectableDifference: [] };
    for (const noises of [[bad], [{ ...noise, flipped: 0 }, bad]]) {
      const text = renderNoise(noises, { ...style, verbose });
      expect(text).toContain('Nothing to measure: no case passed or failed twice.\n');
      expect(text).toMatch(/Not counted: 16 (?:conversations )?in error, ungraded or skipped\.\n/);
      expect(text).not.toContain('at least 3 times');
      expect(text).toContain('\nDetails: turnwise show run:20261115-224530-k3fm\n');
    }
  });

  it.each([1, 2, 4, 9, 20])('has no more lines than %i targets may take', (count) => {
    const summary = 'Judge noise: 3 of 80 judgments flipped when judged again (4%, 95% CI 1–11), which is a long line.';
    const judge = { ...judgeNoise, summary };
    const noises = Array.from({ length: count }, (_, index) => ({ ...noise, target: `bot-${index}`, judge }));
    const lines = renderNoise(noises, { ...style, verbose: false, width: 80, hasJudges: true })
      .trimEnd()
      .split('\n');
    expect(lines.length, lines.join('\n')).toBeLessThanOrEqual(toLineLimit(count));
    const skipped = lines.filter((line) => line.trim().startsWith('Not counted: 2 conversations'));
    expect(skipped).toHaveLength(count);
    expect(lines.filter((line) => line.startsWith('  Judge noise: ')).length).toBe(count === 2 ? count : 0);
  });

  it('says what n counts where cases were played in several formats', () => {
    const formats = { ...noise, flipRate: { ...noise.flipRate, n: 20 } };
    expect(renderNoise([formats], style)).toContain('\nn counts each case once per format and play mode.\n');
    expect(renderNoise([noise], style)).not.toContain('n counts');
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
      "\nUpper bounds: computed from the upper end of the flip rate's 95% CI.\n",
    );
  });
});

describe('the part of the judge', () => {
  it('appears next to the whole', () => {
    const text = renderNoise([{ ...noise, noVerdict: 0, judge: judgeNoise }], { ...style, hasJudges: true });
    expect(text).toContain(`
                   cases  flipped  flip rate
target run again      10        3  12% (95% CI 4–30, n=10)
only judged again     10        1  10% (95% CI 2–40, n=10)
Of 20 judgments made twice, 1 changed sides.
`);
    expect(text).not.toContain('--judge-again');
  });

  it('counts the judgments that could not be compared', () => {
    expect(renderNoise([{ ...noise, judge: { ...judgeNoise, notCompared: 2 } }], style)).toContain(
      '\nNot counted: 2 judgments of the first repeat, ungraded or with a changed request.\n',
    );
  });

  it('is offered where judges graded and nothing was judged twice', () => {
    expect(renderNoise([noise], { ...style, hasJudges: true, storeOption: ' --db x.db' })).toContain(
      "\nMeasure the judge's share: turnwise noise run:20261115-224530-k3fm --judge-again --db x.db\n",
    );
  });
});
