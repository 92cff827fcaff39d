import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noCounts, type RunCounts } from '../conversation/run/run-record.ts';
import { type ExitRule, toExitCode } from './exit-code.ts';

const strict: ExitRule = { threshold: 1, allowUngraded: 0 };

describe('toExitCode', () => {
  const cases: readonly (readonly [Partial<RunCounts>, Partial<ExitRule>, number])[] = [
    [{ pass: 3 }, {}, 0],
    [{ pass: 3, fail: 1 }, {}, 1],
    [{ pass: 3, fail: 1 }, { threshold: 0.75 }, 0],
    [{ pass: 3, fail: 1 }, { threshold: 0.76 }, 1],
    [{ pass: 3, fail: 1, error: 9 }, {}, 1],
    [{ pass: 3, error: 1 }, {}, 3],
    [{ pass: 3, ungraded: 1 }, {}, 3],
    [{ pass: 3, error: 1, ungraded: 1 }, { allowUngraded: 2 }, 0],
    [{ pass: 3, error: 1, ungraded: 2 }, { allowUngraded: 2 }, 3],
    [{ ungraded: 2 }, {}, 3],
    [{ ungraded: 2 }, { allowUngraded: 2 }, 0],
    [{ fail: 1 }, { threshold: 0 }, 0],
    [{ skipped: 4 }, { threshold: 0, allowUngraded: 9 }, 3],
    [{ pass: 1, skipped: 4 }, {}, 0],
  ];
  it.each(cases)('of %j under %j is %i', (counts, rule, code) => {
    expect(toExitCode({ ...noCounts, ...counts }, { ...strict, ...rule })).toBe(code);
  });

  it('is never 0 under the default rule unless every conversation played has passed', () => {
    const count = fc.nat(3);
    const anyCounts = fc.record({ pass: count, fail: count, error: count, ungraded: count, skipped: count });
    fc.assert(
      fc.property(anyCounts, (counts) => {
        const { pass, fail, error, ungraded } = counts;
        expect(toExitCode(counts, strict) === 0).toBe(pass > 0 && fail + error + ungraded === 0);
      }),
    );
  });
});
