import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseStatus } from '../conversation/verdict.ts';
import { minimumDetectableDifference } from '../statistics/paired/minimum-detectable-difference.ts';
import { wilsonEnds } from '../statistics/rates/wilson.ts';
import { seededRandom } from '../statistics/resampling/seeded-random.ts';
import { compareCases } from './compare-cases.ts';
import type { ComparedCase } from './compared-case.ts';

function toCase(number: number, status: CaseStatus, rest: Partial<ComparedCase> = {}): ComparedCase {
  const id = `case-${number}`;
  const name = { key: `desk/${id}`, id, eval: 'desk', repeat: 0, cluster: `desk/${id}`, tags: [], number };
  return { ...name, status, normalizedScore: status === 'pass' ? 1 : 0, costUsd: null, latencyMs: null, ...rest };
}

/** `p` and `f` for each case of a run. */
function toRun(statuses: string, toRest: (number: number) => Partial<ComparedCase> = () => ({})): ComparedCase[] {
  const names: Record<string, CaseStatus> = { p: 'pass', f: 'fail', e: 'error', u: 'ungraded', s: 'skipped' };
  return [...statuses].map((letter, number) => toCase(number, names[letter] ?? 'skipped', toRest(number)));
}

/** The statuses of A and of B for these counts of wins, losses and ties of B. */
function toRuns(
  improved: number,
  regressed: number,
  unchanged: number,
  toRest?: (number: number) => Partial<ComparedCase>,
) {
  const a = 'f'.repeat(improved) + 'p'.repeat(regressed) + 'p'.repeat(unchanged);
  const b = 'p'.repeat(improved) + 'f'.repeat(regressed) + 'p'.repeat(unchanged);
  return [toRun(a, toRest), toRun(b, toRest)] as const;
}

describe('compareCases', () => {
  it('says that B is better when p and the interval agree', () => {
    // 20 wins, 4 losses of 100: 0.16; p = 2·Σ C(24, 0…4)/2²⁴ = 2·12,951/16,777,216 = 0.00154
    const comparison = compareCases(...toRuns(20, 4, 76));
    expect(comparison).toMatchObject({
      pairs: 100,
      improved: 20,
      unchanged: 76,
      regressed: 4,
      clusters: 100,
      a: 0.8,
      b: 0.96,
    });
    expect(comparison).toMatchObject({
      test: 'exact McNemar test',
      verdict: 'better',
      neededCases: 0,
      isRegression: false,
    });
    expect(comparison.p).toBeCloseTo(0.001544, 6);
    expect(comparison.difference.value).toBeCloseTo(0.16, 12);
    // Kurtosis 3.753, so 200/2.753 = 72.7 degrees, t = 1.99321: 0.16 ± 1.99321·√((0.24 − 0.16²)/99) = 0.16 ± 0.09276
    expect(comparison.difference.low).toBeCloseTo(0.06724, 4);
    expect(comparison.difference.high).toBeCloseTo(0.25276, 4);
    expect(comparison.summary).toMatch(
      /^B is better than A: its pass rate is 16 pp higher \(95% CI \+6\.7 to \+25, 100 pairs, p = 0\.002\)\.$/,
    );
  });

  it('is inverted when the runs change places', () => {
    const [a, b] = toRuns(20, 4, 76);
    const comparison = compareCases(b, a);
    expect(comparison).toMatchObject({ improved: 4, regressed: 20, verdict: 'worse', p: compareCases(a, b).p });
    expect(comparison.summary).toMatch(/^B is worse than A: its pass rate is 16 pp lower \(/);
  });

  it('is inconclusive from few cases, and says how many more give a good chance of a verdict', () => {
    // 6 wins, 2 losses of 40: 0.1; SE = √((0.2 − 0.01)/39) = 0.0698; 40·(2.80159·0.0698/0.1)² = 152.96; less 40.
    const comparison = compareCases(...toRuns(6, 2, 32));
    expect(comparison).toMatchObject({ verdict: 'inconclusive', p: expect.closeTo(74 / 256, 10), neededCases: 113 });
    expect(comparison.summary).toMatch(
      /^Inconclusive: B's pass rate is 10 pp higher \(95% CI .+, 40 pairs, p = 0\.289\)\. ~110 more cases needed \(80% power\) at this effect size\.$/,
    );
  });

  it('flips whole clusters when conversations belong together', () => {
    // Twelve wins in three conversations of four: all of one sign among three clusters, p = 2/2³, not 2/2¹².
    const [a, b] = toRuns(12, 0, 28, (number) => ({ cluster: `conversation-${Math.floor(number / 4)}` }));
    const comparison = compareCases(a, b);
    expect(comparison).toMatchObject({ clusters: 10, p: expect.closeTo(0.25, 12), verdict: 'inconclusive' });
    expect(comparison.test).toBe('exact sign-flip test by cluster');
  });

  it('pairs repeats with each other and counts what has no partner', () => {
    const repeats = (statuses: readonly CaseStatus[]) =>
      statuses.map((status, repeat) => toCase(1, status, { repeat }));
    const a = [...repeats(['pass', 'fail']), toCase(2, 'pass')];
    const b = [...repeats(['pass', 'pass', 'pass']), toCase(3, 'fail')];
    const comparison = compareCases(a, b);
    expect(comparison).toMatchObject({
      pairs: 2,
      improved: 1,
      unchanged: 1,
      clusters: 1,
      unpaired: { onlyA: 1, onlyB: 2 },
    });
    expect(comparison).toMatchObject({ p: 1, neededCases: null, neededWhy: 'the spread is unknown' });
    expect(comparison.summary).toMatch(/All pairs are from one conversation\. Compare more cases\.$/);
  });

  it('gives the same metrics however the conversations are listed', () => {
    const [a, b] = toRuns(9, 4, 20, (number) => ({ cluster: `conversation-${number % 11}`, tags: [`t${number % 2}`] }));
    const { flipped, ...listed } = compareCases(a, b);
    const { flipped: flippedToo, ...reversed } = compareCases(a, b.toReversed());
    expect(reversed).toEqual(listed);
    expect(new Set(flippedToo)).toEqual(new Set(flipped));
  });

  it('counts only pairs that passed or failed on both sides', () => {
    const comparison = compareCases(toRun('ppfesu'), toRun('efpppp'));
    expect(comparison).toMatchObject({
      pairs: 2,
      improved: 1,
      regressed: 1,
      unpaired: { onlyA: 0, onlyB: 0, noVerdict: 4 },
    });
    expect(comparison.summary).toMatch(/^Inconclusive: 1 pair improved and 1 regressed \(2 pairs/);
  });

  it('leaves out cases whose request changed, and counts them', () => {
    const [a, b] = toRuns(0, 10, 0, () => ({ asked: { play: 'reply', messages: ['one'] } }));
    const changed = b.map((one, place) => {
      return place < 4 ? { ...one, asked: { play: 'reply' as const, messages: ['two'] } } : one;
    });
    const comparison = compareCases(a, changed);
    expect(comparison).toMatchObject({
      pairs: 6,
      regressed: 6,
      unpaired: { onlyA: 0, onlyB: 0, changed: 4, noVerdict: 0 },
    });
    expect(comparison.flipped).toHaveLength(6);
    expect(compareCases(a.slice(0, 1), changed.slice(0, 1)).summary).toMatch(/\(1 with a changed request\)\.$/);
    expect(compareCases(a.slice(0, 2), changed.slice(0, 2)).summary).toMatch(/\(2 with a changed request\)\.$/);
  });

  it('lists what flipped, losses first', () => {
    const { flipped } = compareCases(toRun('fppe'), toRun('pfpp'));
    expect(flipped.map(({ id, a, b }) => [id, a.status, b.status])).toEqual([
      ['case-1', 'pass', 'fail'],
      ['case-0', 'fail', 'pass'],
      ['case-3', 'error', 'pass'],
    ]);
    expect(flipped[0]).toMatchObject({ a: { conversation: 1 }, b: { conversation: 1 }, eval: 'desk', repeat: 0 });
  });

  it('refuses a case that is there twice', () => {
    const twice = [toCase(1, 'pass'), toCase(1, 'fail')];
    expect(() => compareCases(twice, toRun('p'))).toThrow('run A has the case desk/case-1, repeat 0, twice');
    expect(() => compareCases(toRun('p'), twice)).toThrow('run B has');
  });
});

describe('compareCases at the edges', () => {
  it('of a run and itself sees no difference, and says what could still hide', () => {
    const run = toRun('ppffppffpp');
    const comparison = compareCases(run, run);
    const { high } = wilsonEnds(0, 10);
    expect(comparison).toMatchObject({ pairs: 10, unchanged: 10, p: 1, verdict: 'inconclusive', flipped: [] });
    expect(comparison.difference).toEqual({ value: 0, low: -high, high });
    expect(comparison).toMatchObject({ neededCases: null, neededWhy: expect.stringContaining('no difference') });
    expect(comparison.summary).toBe(
      'Inconclusive: no difference found, all 10 pairs have the same result. A difference of up to 28 pp in either direction is possible.',
    );
  });

  it('without a pair has nothing to compare', () => {
    const comparison = compareCases([toCase(1, 'pass'), toCase(2, 'error')], [toCase(2, 'pass'), toCase(3, 'fail')]);
    const none = { value: null, low: null, high: null, why: 'no pairs' };
    expect(comparison).toMatchObject({
      pairs: 0,
      p: null,
      test: 'no test: no pairs',
      difference: none,
      a: null,
      b: null,
    });
    expect(comparison).toMatchObject({ verdict: 'inconclusive', neededCases: null });
    expect(comparison.summary).toBe(
      'Nothing to compare: no case passed or failed in both runs (1 only in A, 1 only in B, 1 in error, ungraded or skipped in a run). No verdict (error or ungraded): 1 in A.',
    );
    expect(compareCases([], []).summary).toBe('Nothing to compare: no case passed or failed in both runs.');
  });

  it('is inconclusive with one pair', () => {
    const won = compareCases(toRun('f'), toRun('p'));
    expect(won).toMatchObject({ improved: 1, p: 1, verdict: 'inconclusive', difference: { value: 1 } });
    expect(won.summary).toMatch(/^Inconclusive: B's pass rate is 100 pp higher .* Compare more cases\.$/);
    expect(compareCases(toRun('p'), toRun('p')).summary).toMatch(
      /^Inconclusive: no difference found, the one pair has the same result\./,
    );
  });

  it('needs six pairs even if B wins them all', () => {
    const four = compareCases(toRun('ffff'), toRun('pppp'));
    expect(four).toMatchObject({ verdict: 'inconclusive', p: expect.closeTo(0.125, 12), neededCases: 2 });
    expect(four.summary).toMatch(/~2 more cases needed \(80% power\)/);
    expect(compareCases(toRun('ffffff'), toRun('pppppp'))).toMatchObject({
      verdict: 'better',
      p: expect.closeTo(0.03125, 12),
    });
  });

  it('needs as many clusters as a test does, however clear the difference is', () => {
    // 4 cases, 5 plays each, 19 wins and a tie: p = 2/2⁴. With 5 clusters it could be 2/2⁵ = 0.0625 at best, so 2 more.
    const [a, b] = toRuns(19, 0, 1, (number) => {
      const id = `case-${Math.floor(number / 5)}`;
      return { id, key: `desk/${id}`, cluster: `desk/${id}`, repeat: number % 5 };
    });
    const comparison = compareCases(a, b);
    expect(comparison).toMatchObject({ pairs: 20, clusters: 4, p: expect.closeTo(0.125, 12), neededCases: 2 });
    expect(comparison.summary).toMatch(/~2 more cases, repeated as often as these, needed \(80% power\)/);
  });

  it('never gives a number that is none', () => {
    const status = fc.constantFrom<CaseStatus>('pass', 'fail', 'error', 'ungraded', 'skipped');
    const compared = fc.record({ id: fc.nat(6), repeat: fc.nat(2), status, cluster: fc.nat(3), tag: fc.nat(2) });
    const run = fc
      .uniqueArray(compared, { selector: ({ id, repeat }) => `${id}/${repeat}` })
      .map((cases) =>
        cases.map(({ id, cluster, tag, ...rest }) =>
          toCase(id, rest.status, { ...rest, cluster: `c${cluster}`, tags: [`t${tag}`] }),
        ),
      );
    fc.assert(
      fc.property(run, run, (a, b) => {
        const text = JSON.stringify(compareCases(a, b), (_, value) =>
          typeof value === 'number' && !Number.isFinite(value) ? 'NaN' : value,
        );
        expect(text).not.toMatch(/NaN|Infinity|undefined/);
      }),
    );
  });
});

describe('compareCases by tag', () => {
  it('tests each tag alone and corrects for the number of tags', () => {
    const tags = (number: number) => ({ tags: number < 12 ? ['refund', 'refund'] : ['other'] });
    const { byTag } = compareCases(...toRuns(10, 0, 40, tags));
    expect(byTag.map(({ tag, pairs, improved, regressed }) => [tag, pairs, improved, regressed])).toEqual([
      ['other', 38, 0, 0],
      ['refund', 12, 10, 0],
    ]);
    // refund: 2·½¹⁰ = 0.00195, by Holm of two 0.0039; other: 1
    expect(byTag[1]).toMatchObject({ p: expect.closeTo(0.001953, 6), pAdjusted: expect.closeTo(0.003906, 6) });
    expect(byTag[1]).toMatchObject({
      verdict: 'better',
      clusters: 12,
      difference: { value: expect.closeTo(10 / 12, 10) },
    });
    expect(byTag[0]).toMatchObject({ p: 1, pAdjusted: 1, verdict: 'inconclusive', difference: { value: 0 } });
  });

  it('has metrics for a tag of too few, but no verdict, with a reason', () => {
    const few = (number: number) => ({ tags: [number < 5 ? 'rare' : 'usual'] });
    const [rare, usual] = compareCases(...toRuns(12, 0, 0, few)).byTag;
    // Five wins of five: p = 2/2⁵, and the interval is what may be unseen.
    expect(rare).toMatchObject({ pairs: 5, improved: 5, p: expect.closeTo(0.0625, 12), pAdjusted: null });
    expect(rare).toMatchObject({ difference: { value: 1, low: expect.any(Number), high: 1 }, verdict: 'inconclusive' });
    expect(rare?.why).toBe('only 5 independent pairs, but a test needs 6');
    // It does not count in Holm's correction: 2/2⁷ stays.
    expect(usual).toMatchObject({ p: expect.closeTo(2 / 2 ** 7, 12), pAdjusted: expect.closeTo(2 / 2 ** 7, 12) });
    const [one] = compareCases(...toRuns(1, 0, 0, () => ({ tags: ['rare'] }))).byTag;
    expect(one).toMatchObject({ p: 1, why: 'only 1 independent pair, but a test needs 6' });
  });
});

describe('compareCases of score, cost and latency', () => {
  it('takes means over the pairs where both are known', () => {
    const a = [1, 2, 3, null].map((latencyMs, number) => toCase(number, 'pass', { latencyMs }));
    const b = [2, 4, 6, 9].map((latencyMs, number) => toCase(number, 'pass', { latencyMs }));
    // Differences 1, 2, 3: mean 2, SE 1/√3, t of 2 degrees 4.30265: ± 2.4841
    const { latencyMs, costUsd } = compareCases(a, b);
    expect(latencyMs).toEqual({
      ...{ a: 2, b: 4, n: 3 },
      difference: { value: 2, low: expect.closeTo(-0.4841, 4), high: expect.closeTo(4.4841, 4) },
    });
    const none = { value: null, low: null, high: null, why: 'no pair has both' };
    expect(costUsd).toEqual({ a: null, b: null, difference: none, n: 0 });
  });

  it('counts pairs that are in error too, when their numbers are known', () => {
    const { costUsd, pairs } = compareCases([toCase(1, 'error', { costUsd: 1 })], [toCase(1, 'pass', { costUsd: 3 })]);
    expect(pairs).toBe(0);
    expect(costUsd).toMatchObject({ a: 1, b: 3, n: 1, difference: { value: 2, low: null, high: null } });
  });
});

describe('compareCases in 300 simulated comparisons of 100 cases', () => {
  /** Shares of wins and losses; the rest are ties. */
  function countBetter(improved: number, regressed: number): number {
    const random = seededRandom(20_261);
    const toLetters = () => {
      const chance = random();
      if (chance < improved) return 'fp';
      return chance < improved + regressed ? 'pf' : 'pp';
    };
    const isBetter = () => {
      const letters = Array.from({ length: 100 }, toLetters);
      const toSide = (place: number) => toRun(letters.map((pair) => pair.charAt(place)).join(''));
      return compareCases(toSide(0), toSide(1)).verdict === 'better';
    };
    return Array.from({ length: 300 }, isBetter).filter(Boolean).length / 300;
  }

  it('finds a gain of 20 points in 75% and more', () => {
    // 60% and 80% pass, independently: 0.4·0.8 wins, 0.6·0.2 losses.
    expect(countBetter(0.32, 0.12)).toBeGreaterThanOrEqual(0.75);
  });

  it('finds the minimum detectable difference in about 80%', () => {
    const { value } = minimumDetectableDifference({ clusters: 100, changed: 0.2 });
    const share = countBetter((0.2 + (value ?? 0)) / 2, (0.2 - (value ?? 0)) / 2);
    expect(share).toBeGreaterThanOrEqual(0.75);
    expect(share).toBeLessThanOrEqual(0.85);
  });
});
