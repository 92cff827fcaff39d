import { describe, expect, it } from 'vitest';
import type { CaseStatus } from '../conversation/verdict.ts';
import type { ComparedCase } from './compared-case.ts';
import { measureNoise } from './measure-noise.ts';

/** Each text is a case: a letter for each time it was played. */
function toRun(...played: readonly string[]): ComparedCase[] {
  const names: Record<string, CaseStatus> = { p: 'pass', f: 'fail', e: 'error' };
  return played.flatMap((letters, number) =>
    [...letters].map((letter, repeat) => ({
      ...{ key: `c${number}`, id: `c${number}`, dataset: 'desk', repeat, cluster: `c${number}`, tags: [] },
      ...{ status: names[letter] ?? 'skipped', unit: null, costUsd: null, latencyMs: null, number },
    })),
  );
}

describe('measureNoise', () => {
  it('tells how often a case flips and what difference that makes believable', () => {
    // 80 cases always pass, 20 pass once of two: flip rate 0.2.
    const noise = measureNoise(
      toRun(...new Array(80).fill('pp'), ...new Array(10).fill('pf'), ...new Array(10).fill('fp')),
    );
    expect(noise).toMatchObject({ cases: 100, flipped: 20, undecided: 0, isUpperEnd: false });
    expect(noise.flipRate.value).toBeCloseTo(0.2, 12);
    // 1.95996·√(0.2/100) = 0.08765; four plays a side would halve it, two divide it by √2.
    expect(noise.smallest.map(({ repeats }) => repeats)).toEqual([1, 2, 3, 5, 10]);
    expect(noise.smallest[0]?.value).toBeCloseTo(0.08765, 4);
    expect(noise.smallest[1]?.value).toBeCloseTo(0.06198, 4);
    // 2.80159²·0.2/0.05² = 627.9 plays: 628 cases once, or 100 cases 7 times.
    expect(noise.toSee).toEqual({ points: 0.05, repeats: 7, cases: 628 });
    expect(noise.byRepeat.map(({ repeat, rate }) => [repeat, rate.value, rate.n])).toEqual([
      [0, 0.9, 100],
      [1, 0.9, 100],
    ]);
    expect(noise.sentence).toBe(
      'A case played again comes out differently with 20.0 % chance (95 % interval 13.3 to 28.9 %, 100 cases). ' +
        'Believe a difference between two runs of these cases, each played once, from 8.8 points on. ' +
        'To find a difference of 5.0 points: play each 7 times, or play 628 cases once.',
    );
  });

  it('reckons with the upper end when nothing flipped', () => {
    const noise = measureNoise(toRun('ppp', 'fff', 'ppp', 'ppp'));
    // Wilson, 0 of 4: 0.4899; 1.96·√(0.4899/4) = 0.686, but 6 wins of 4 cases cannot be had: 1
    expect(noise).toMatchObject({
      flipped: 0,
      isUpperEnd: true,
      flipRate: { value: 0 },
      smallest: [{ value: 1 }, {}, {}, {}, {}],
    });
    expect(noise.sentence).toMatch(
      /^No case came out differently when played again \(chance to flip at most 49\.0 %, 4 cases\)/,
    );
  });

  it('leaves out what did not pass or fail', () => {
    expect(measureNoise(toRun('pe', 'ppf', 'ee'))).toMatchObject({ cases: 1, flipped: 1, undecided: 3 });
  });

  it.each([[[]], [toRun('p', 'f')], [toRun('ep')]])('has nothing to say when no case was played twice', (cases) => {
    const noise = measureNoise(cases);
    expect(noise).toMatchObject({ cases: 0, smallest: [], flipRate: { value: null, why: 'no case with 2 plays' } });
    expect(noise).not.toHaveProperty('toSee');
    expect(noise.sentence).toBe(
      'Nothing to say about noise: no case passed or failed twice. Play each case 3 times or more.',
    );
  });
});
