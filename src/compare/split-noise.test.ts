import { describe, expect, it } from 'vitest';
import type { CaseStatus } from '../conversation/verdict.ts';
import { type JudgedTwice, splitNoise } from './split-noise.ts';

const statuses: Readonly<Record<string, CaseStatus>> = { p: 'pass', f: 'fail', e: 'error', u: 'ungraded' };
const passes: Readonly<Record<string, boolean | null>> = { p: true, f: false, u: null };

/** `pf`: passed, then failed; `u`: ungraded. First the case, then each judgment in it. */
function judged(cluster: string, [status = '', ...judgments]: readonly string[]): JudgedTwice {
  const toStatus = (letter = '') => statuses[letter] ?? 'skipped';
  return {
    cluster,
    status: [toStatus(status[0]), toStatus(status[1])],
    judgments: judgments.map((pair) => [passes[pair[0] ?? ''] ?? null, passes[pair[1] ?? ''] ?? null]),
  };
}

describe('splitNoise', () => {
  it('counts the judgments that changed sides, and the cases that they flip', () => {
    const same = Array.from({ length: 96 }, (_, index) => judged(`same ${index}`, ['pp', 'pp']));
    const other = ['pf', 'pf', 'fp', 'fp'].map((pair, index) => judged(`other ${index}`, [pair, pair]));
    const noise = splitNoise([...same, ...other]);
    expect(noise).toMatchObject({ judgments: 100, changed: 4, cases: 100, flipped: 4, notCompared: 0 });
    // Wilson, 4 of 100: (0.04 + 3.8415/200 ± 1.96·√(0.04·0.96/100 + 3.8415/40000)) / (1 + 3.8415/100)
    expect(noise.changeRate).toMatchObject({ value: 0.04, n: 100, clusters: 100 });
    expect(noise.changeRate.low).toBeCloseTo(0.0157, 4);
    expect(noise.changeRate.high).toBeCloseTo(0.0984, 4);
    expect(noise.summary).toBe('Judge noise: 4 of 100 judgments flipped when judged again (4%, 95% CI 2–10).');
  });

  it('distinguishes judgments from cases: one may change without the other', () => {
    const noise = splitNoise([judged('a', ['ff', 'pf', 'ff']), judged('b', ['pp', 'pp'])]);
    expect(noise).toMatchObject({ judgments: 3, changed: 1, cases: 2, flipped: 0 });
    expect(noise.changeRate).toMatchObject({ value: 1 / 3, clusters: 2 });
  });

  it('leaves out what was ungraded once, and cases that were not decided twice', () => {
    const noise = splitNoise([judged('a', ['pu', 'pu']), judged('b', ['ee', 'uu', 'pf']), judged('c', ['pp', 'pp'])]);
    expect(noise).toMatchObject({ judgments: 2, changed: 1, notCompared: 2, cases: 1, flipped: 0 });
  });

  it('says so when nothing was judged twice', () => {
    expect(splitNoise([])).toMatchObject({
      judgments: 0,
      changeRate: { value: null },
      flipRate: { value: null },
      summary: 'Judge noise is unknown: no reply was judged twice with the same request.',
    });
  });

  it('says "none" and how high the chance may be', () => {
    // Wilson, 0 of 1: upper end 3.8415/(1 + 3.8415) = 0.793
    expect(splitNoise([judged('a', ['pp', 'pp'])]).summary).toBe(
      'Judge noise: 0 of 1 judgment flipped when judged again.',
    );
  });
});
