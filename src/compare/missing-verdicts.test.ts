import { describe, expect, it } from 'vitest';
import type { CaseStatus } from '../conversation/verdict.ts';
import { type Random, seededRandom } from '../statistics/resampling/seeded-random.ts';
import { compareCases } from './compare-cases.ts';
import type { ComparedCase } from './compared-case.ts';

const statuses: Readonly<Record<string, CaseStatus>> = {
  p: 'pass',
  f: 'fail',
  e: 'error',
  u: 'ungraded',
  s: 'skipped',
};

/** One letter per case. */
function toRun(letters: string, tagsOf: (number: number) => readonly string[] = () => []): ComparedCase[] {
  return [...letters].map((letter, number) => {
    const id = `case-${number}`;
    const name = { key: id, id, eval: 'desk', repeat: 0, cluster: id, tags: tagsOf(number), number };
    return { ...name, status: statuses[letter] ?? 'skipped', normalizedScore: null, costUsd: null, latencyMs: null };
  });
}

function compare(a: string, b: string, tagsOf?: (number: number) => readonly string[]) {
  return compareCases(toRun(a, tagsOf), toRun(b, tagsOf));
}

const repeat = (letter: string, times: number) => letter.repeat(times);

describe('missing verdicts in B', () => {
  // 20 wins, 8 losses, 57 ties, and 15 passes of A without a verdict in B.
  const a = repeat('f', 20) + repeat('p', 8) + repeat('p', 57) + repeat('p', 15);
  const b = repeat('p', 20) + repeat('f', 8) + repeat('p', 57) + repeat('e', 8) + repeat('u', 7);

  it('do not let B win when B would not be ahead with them counted as fails', () => {
    const comparison = compare(a, b);
    // p = 2·P(X ≤ 8 of 28) = 0.036 over the decided pairs; as fails they make 20 wins against 23 losses.
    expect(comparison).toMatchObject({
      improved: 20,
      regressed: 8,
      p: expect.closeTo(0.0357, 4),
      verdict: 'inconclusive',
    });
    expect(comparison.difference.low).toBeGreaterThan(0);
    expect(comparison.worstCase.better).toMatchObject({
      pairs: 100,
      improved: 20,
      regressed: 23,
      p: expect.closeTo(0.761, 3),
    });
    expect(comparison.worstCase.better.difference.value).toBeCloseTo(-0.03, 12);
    expect(comparison.unpaired).toMatchObject({
      noVerdictInA: 0,
      noVerdictInB: 15,
      noVerdictInBoth: 0,
      lostPasses: 15,
    });
  });

  it('are named as the reason, in `summary` and in `why`', () => {
    const { why, summary, neededCases, neededWhy } = compare(a, b);
    expect(why).toBe('15 conversations that A passed have no verdict in B: counted as fails, B is not ahead');
    expect(summary).toMatch(
      /^Inconclusive: B's pass rate is 14 pp higher \(95% CI .*p = 0\.036\), but 15 conversations that A passed have no verdict in B: counted as fails, B is not ahead\. Resolve those first\.$/,
    );
    expect({ neededCases, neededWhy }).toEqual({ neededCases: null, neededWhy: expect.stringContaining('missing') });
  });

  it('leave a lead that could be chance', () => {
    // 12 wins, 2 losses: p = 0.013. With 3 lost passes 12 against 5: p = 0.143.
    const { verdict, why } = compare(repeat('f', 12) + repeat('p', 25), `${repeat('p', 12)}ff${repeat('p', 20)}eee`);
    expect(verdict).toBe('inconclusive');
    expect(why).toBe(
      "3 conversations that A passed have no verdict in B: counted as fails, B's lead could be chance (p = 0.143)",
    );
  });

  it('do not touch a lead that remains with them counted as fails', () => {
    const { verdict, summary, worstCase } = compare(`${repeat('f', 14)}ppf`, `${repeat('p', 14)}eeu`);
    expect(worstCase.better).toMatchObject({ pairs: 17, improved: 14, unchanged: 1, regressed: 2 });
    expect(verdict).toBe('better');
    expect(summary).toMatch(
      /\)\. No verdict \(error or ungraded\): 3 in B \(A passed 2 of them\)\. B is better even with those counted against it\.$/,
    );
  });

  it('count as passes before B is called worse', () => {
    // 6 losses: p = 0.031. The two that A failed would be wins: 6 against 2, p = 0.289.
    const { verdict, why, worstCase } = compare('ppppppff', 'ffffffee');
    expect(worstCase.worse).toMatchObject({ improved: 2, regressed: 6 });
    expect(verdict).toBe('inconclusive');
    expect(why).toBe(
      "2 conversations that A failed have no verdict in B: counted as passes, B's deficit could be chance (p = 0.289)",
    );
  });
});

describe('how many more cases would decide', () => {
  it('is not said where the missing verdicts would still block the verdict', () => {
    // 8 wins and 2 losses: p = 0.109. With the 15 lost passes 8 against 17 of 44: −20.5 pp.
    const a = repeat('f', 8) + repeat('p', 2 + 19 + 15);
    const comparison = compare(a, repeat('p', 8) + repeat('f', 2) + repeat('p', 19) + repeat('e', 15));
    expect(comparison.worstCase.better.difference.value).toBeCloseTo(-9 / 44, 12);
    expect(comparison).toMatchObject({ verdict: 'inconclusive', neededCases: null, isRegression: false });
    expect(comparison.neededWhy).toContain('missing');
    expect(comparison.why).toBe(
      '15 conversations that A passed have no verdict in B: counted as fails, B is not ahead',
    );
    expect(comparison.summary).toMatch(
      /^Inconclusive: B's pass rate is 21 pp higher \(.*p = 0\.109\), but 15 conversations .* B is not ahead\. Resolve those first\.$/,
    );
  });

  it('is not given for a deficit that could be a lead', () => {
    const { neededCases, summary } = compare(
      `ppf${repeat('f', 9)}${repeat('p', 9)}`,
      `ffp${repeat('e', 9)}${repeat('p', 9)}`,
    );
    expect(neededCases).toBeNull();
    expect(summary).toMatch(/B is not behind\. Resolve those first\.$/);
  });

  it('is not said where errors make the regression', () => {
    // 2 losses, and 5 lost passes: 7 losses of 20, p = 0.016. Counted as passes B still is behind.
    const comparison = compare(repeat('p', 20), `ff${repeat('p', 13)}${repeat('e', 5)}`);
    expect(comparison).toMatchObject({ verdict: 'inconclusive', isRegression: true, neededCases: null });
    expect(comparison).not.toHaveProperty('why');
    expect(comparison.summary).not.toContain('more case');
    expect(comparison.summary).toMatch(/B is worse: −35 pp \(.*\)\. Resolve the missing verdicts first\.$/);
  });

  it('counts missing verdicts against the verdict where they only weaken it', () => {
    const a = repeat('f', 8) + repeat('p', 2 + 19);
    const b = repeat('p', 8) + repeat('f', 2) + repeat('p', 19);
    const [complete, broken] = [compare(a, b), compare(`${a}ppp`, `${b}eee`)];
    expect(broken.worstCase.better).toMatchObject({ improved: 8, regressed: 5 });
    expect(broken.neededCases).toBeGreaterThan(2 * (complete.neededCases ?? 0));
    expect(broken.summary).toMatch(
      / needed \(80% power\) at this effect size and this share of missing verdicts\. No verdict/,
    );
  });
});

describe('missing verdicts in A', () => {
  it('do not let B lose when B would not be behind with them counted as fails', () => {
    const comparison = compare(repeat('p', 8) + repeat('e', 9), repeat('f', 8) + repeat('p', 9));
    expect(comparison).toMatchObject({ regressed: 8, verdict: 'inconclusive', isRegression: false });
    expect(comparison.why).toBe(
      '9 conversations that B passed have no verdict in A: counted as fails, B is not behind',
    );
    expect(comparison.unpaired).toMatchObject({ noVerdictInA: 9, noVerdictInB: 0 });
  });

  it('count as passes before B is called better', () => {
    const { verdict, why } = compare(`${repeat('f', 6)}e`, `${repeat('p', 6)}f`);
    expect(verdict).toBe('inconclusive');
    expect(why).toBe(
      "1 conversation that B failed has no verdict in A: counted as a pass, B's lead could be chance (p = 0.125)",
    );
  });
});

describe('missing verdicts on both sides', () => {
  it('count against B, and are named together', () => {
    const { verdict, why, unpaired } = compare(`${repeat('f', 8)}peeu`, `${repeat('p', 8)}effu`);
    // 8 wins; one lost pass, two fails against an unknown, one unknown on both sides: 4 losses.
    expect(verdict).toBe('inconclusive');
    expect(unpaired).toMatchObject({ noVerdictInA: 2, noVerdictInB: 1, noVerdictInBoth: 1 });
    expect(why).toBe(
      "1 conversation that A passed has no verdict in B, 2 that B failed have no verdict in A, 1 has no verdict in either run: counted against B, B's lead could be chance (p = 0.388)",
    );
  });

  it('do not make a regression alone', () => {
    expect(compare(repeat('e', 20), repeat('e', 20))).toMatchObject({ verdict: 'inconclusive', isRegression: false });
  });
});

describe('conversations that a limit skipped', () => {
  it('say nothing, on either side', () => {
    const comparison = compare('ffffffppss', 'ppppppssep');
    expect(comparison).toMatchObject({
      verdict: 'better',
      unpaired: { noVerdict: 4, noVerdictInA: 0, noVerdictInB: 0 },
    });
    expect(comparison.worstCase.better).toMatchObject({ pairs: 6, improved: 6, regressed: 0 });
    expect(comparison.summary).not.toContain('No verdict');
  });
});

describe('a regression', () => {
  it('is not hidden by errors', () => {
    const comparison = compare(repeat('p', 20), repeat('p', 12) + repeat('e', 8));
    expect(comparison).toMatchObject({ regressed: 0, verdict: 'inconclusive', isRegression: true });
    expect(comparison.errorsAsFails).toMatchObject({ pairs: 20, regressed: 8, p: expect.closeTo(2 / 2 ** 8, 12) });
    expect(comparison.summary).toMatch(
      /^Inconclusive: no difference found, .* No verdict \(error or ungraded\): 8 in B \(A passed all of them\)\. Counting missing verdicts as fails, B is worse: −40 pp \(95% CI .*, 20 pairs, p = 0\.008\)\. Resolve the missing verdicts first\.$/,
    );
  });

  it('is seen even if B answered nothing', () => {
    const { pairs, isRegression, summary } = compare(repeat('p', 10), repeat('e', 10));
    expect({ pairs, isRegression }).toEqual({ pairs: 0, isRegression: true });
    expect(summary).toMatch(/^Nothing to compare: .* Counting missing verdicts as fails, B is worse: −100 pp/);
  });

  it('is not made by errors of A', () => {
    const comparison = compare(repeat('p', 8) + repeat('u', 9), repeat('f', 8) + repeat('p', 9));
    expect(comparison.errorsAsFails).toMatchObject({ improved: 9, regressed: 8 });
    expect(comparison.isRegression).toBe(false);
  });
});

describe('missing verdicts by tag', () => {
  it('take the verdict of the tag they are in, with the reason', () => {
    // `refund`: 8 wins and 12 lost passes. `won`: 7 of these wins.
    const tagsOf = (number: number) => ['refund', ...(number < 7 ? ['won'] : [])];
    const { byTag } = compare(repeat('f', 8) + repeat('p', 12), repeat('p', 8) + repeat('e', 12), tagsOf);
    expect(byTag).toMatchObject([
      {
        tag: 'refund',
        verdict: 'inconclusive',
        why: '12 conversations that A passed have no verdict in B: counted as fails, B is not ahead',
        worstCase: { better: { pairs: 20, improved: 8, regressed: 12 } },
      },
      // Second of two here, first of two in the worst case: 2/2⁷ once and twice.
      {
        ...{ tag: 'won', verdict: 'better', pAdjusted: expect.closeTo(2 / 2 ** 7, 12) },
        worstCase: { better: { p: expect.closeTo(4 / 2 ** 7, 12) } },
      },
    ]);
    expect(byTag[1]).not.toHaveProperty('why');
  });

  it('can take the verdict of another tag through the correction', () => {
    // `won`: 6 wins, p = 0.031; first of two once `refund` is chance in the worst case: 0.0625.
    const tagsOf = (number: number) => (number < 6 ? ['won'] : ['refund']);
    const { byTag } = compare(repeat('f', 18) + repeat('p', 12), repeat('p', 18) + repeat('e', 12), tagsOf);
    expect(byTag[1]).toMatchObject({ tag: 'won', pAdjusted: expect.closeTo(2 / 2 ** 6, 12), verdict: 'inconclusive' });
    expect(byTag[1]?.why).toBe(
      "with the missing verdicts of other tags counted against B, B's lead could be chance (p = 0.063)",
    );
  });
});

describe('false verdicts by missing verdicts, in 300 simulated comparisons of equal runs', () => {
  const seeds = Array.from({ length: 300 }, (_, index) => index + 1);

  /** 70% pass on either side; half of one side's fails end in error. */
  function simulate(cases: number, silent: 'a' | 'b', random: Random) {
    const draw = (side: 'a' | 'b') => {
      const isPass = random() < 0.7;
      const isSilent = random() < 0.5;
      if (isPass) return 'p';
      return side === silent && isSilent ? 'e' : 'f';
    };
    const letters = Array.from({ length: cases }, () => [draw('a'), draw('b')] as const);
    return compare(letters.map(([a]) => a).join(''), letters.map(([, b]) => b).join('')).verdict;
  }

  it.each([
    [40, 'b', 'better'],
    [100, 'b', 'better'],
    [40, 'a', 'worse'],
    [100, 'a', 'worse'],
  ] as const)('are at most 3% with %i cases, %s silent, verdict %s', (cases, silent, verdict) => {
    const random = seededRandom(20_261);
    const count = seeds.filter(() => simulate(cases, silent, random) === verdict).length;
    expect(count / seeds.length).toBeLessThanOrEqual(0.03);
  });
});
