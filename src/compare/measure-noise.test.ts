import { describe, expect, it } from 'vitest';
import type { CaseStatus } from '../conversation/verdict.ts';
import type { ComparedCase } from './compared-case.ts';
import { measureNoise } from './measure-noise.ts';

/** Each text is a case: a letter for each time it was played. */
function toRun(...played: readonly string[]): ComparedCase[] {
  const names: Record<string, CaseStatus> = { p: 'pass', f: 'fail', e: 'error' };
  return played.flatMap((letters, number) =>
    [...letters].map((letter, repeat) => ({
      ...{ key: `c${number}`, id: `c${number}`, eval: 'desk', repeat, cluster: `c${number}`, tags: [] },
      ...{ status: names[letter] ?? 'skipped', normalizedScore: null, costUsd: null, latencyMs: null, number },
    })),
  );
}

describe('measureNoise', () => {
  it('measures how often a case flips, and what two runs can detect', () => {
    // 80 cases always pass, 20 pass once of two: flip rate 0.2.
    const noise = measureNoise(
      toRun(...new Array(80).fill('pp'), ...new Array(10).fill('pf'), ...new Array(10).fill('fp')),
    );
    expect(noise).toMatchObject({ cases: 100, flipped: 20, noVerdict: 0, isUpperBound: false });
    expect(noise.flipRate.value).toBeCloseTo(0.2, 12);
    // ⌈1.95996·√20 + ½⌉ = 10 of 100; ⌈1.95996·√40 + ½⌉ = 13 of 200
    expect(noise.chanceDifference.map(({ repeats }) => repeats)).toEqual([1, 2, 3, 5, 10]);
    expect(noise.chanceDifference[0]?.value).toBeCloseTo(0.1, 12);
    expect(noise.chanceDifference[1]?.value).toBeCloseTo(0.065, 12);
    // √100·d = 2.82948·√((0.2 + d·√0.6 − d²)/r): 0.1538 of one play, 0.0485 of 8.
    expect(noise.minimumDetectableDifference[0]?.ifAllMove).toBeCloseTo(0.1538, 4);
    expect(noise.toDetect).toEqual({
      ...{ difference: 0.05, repeats: 8, cases: 744 },
      ifSomeChange: { cases: 752, fewestCases: 157 },
    });
    expect(noise.byRepeat.map(({ repeat, rate }) => [repeat, rate.value, rate.n])).toEqual([
      [0, 0.9, 100],
      [1, 0.9, 100],
    ]);
    expect(noise.summary).toBe(
      'Flip rate: 20% (95% CI 13–29, 100 cases). Minimum detectable difference, 1 run each: 17 pp (80% power). ' +
        'By chance alone, 95% of run pairs differ by at most 10 pp. ' +
        'To detect 5 pp if every case shifts: 8 runs per case, or 744 cases with one run each. ' +
        'If 1 case in 20 flips and stays flipped: 752 cases.',
    );
  });

  it('uses the upper end when nothing flipped', () => {
    const noise = measureNoise(toRun('ppp', 'fff', 'ppp', 'ppp'));
    // Wilson, 0 of 4: 0.4899; ⌈1.96·√(0.4899·4) + ½⌉ = 4 of 4
    expect(noise).toMatchObject({
      flipped: 0,
      isUpperBound: true,
      flipRate: { value: 0 },
      chanceDifference: [{ value: 1 }, {}, {}, {}, {}],
    });
    expect(noise.summary).toMatch(
      /^Flip rate: 0 of 4 cases flipped, too few for a rate\. [^.]*: unavailable, at least 6 cases needed\.$/,
    );
  });

  it('counts a case once, in however many formats it was played', () => {
    const formats = ['question', 'messages'].flatMap((send) =>
      toRun('pf', 'pp', 'ff', 'pp', 'pp').map((one) => ({ ...one, key: `${send} ${one.key}` })),
    );
    const noise = measureNoise(formats);
    expect(noise).toMatchObject({ cases: 5, flipped: 1, flipRate: { value: 0.2, n: 10, clusters: 5 } });
    expect(noise.summary).toMatch(/^Flip rate: 20% \(95% CI \d+–\d+, 5 cases\)\. .* at least 6 cases needed\./);
    const few = measureNoise(formats.filter(({ number }) => number < 3));
    expect(few.summary).toMatch(/^Flip rate: 1 of 3 cases flipped, too few for a rate\. /);
  });

  it('says that cases of one conversation are not independent where that leaves too few', () => {
    const grouped = toRun('pf', 'pp', 'ff', 'pp', 'pp', 'pf').map((one) => ({ ...one, cluster: 'all' }));
    expect(measureNoise(grouped).summary).toContain('unavailable, at least 6 independent cases needed');
  });

  it('leaves out what did not pass or fail', () => {
    expect(measureNoise(toRun('pe', 'ppf', 'ee'))).toMatchObject({ cases: 1, flipped: 1, noVerdict: 3 });
  });

  const nothing = 'Nothing to measure: no case passed or failed twice.';
  const repeat = `${nothing} Run each case at least 3 times.`;

  it.each([
    [[], repeat],
    [toRun('p', 'f'), repeat],
    // More repeats would end in errors too.
    [toRun('ep'), nothing],
  ])('has nothing to say when no case was played twice', (cases, summary) => {
    const noise = measureNoise(cases);
    expect(noise).toMatchObject({
      cases: 0,
      chanceDifference: [],
      minimumDetectableDifference: [],
      flipRate: { value: null, why: 'no case with 2 plays' },
    });
    expect(noise).not.toHaveProperty('toDetect');
    expect(noise.summary).toBe(summary);
  });
});
