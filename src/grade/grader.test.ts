import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import { Verdict } from '../conversation/verdict.ts';
import type { CaseGrader } from './case-graders.ts';
import type { CheckResult } from './checks/check.ts';
import { toVerdict } from './grader.ts';

function toGrader(spec: Partial<GraderSpec>): CaseGrader {
  return { id: 'g', kind: 'contains', spec: { contains: 'x', ...spec }, when: 'last' };
}

const scale = { min: -3, max: 3 };
const grade = (spec: Partial<GraderSpec>, result: CheckResult, threshold = 1) =>
  toVerdict({ grader: toGrader(spec), turnIndex: 1 }, result, { scale, threshold });

describe('toVerdict', () => {
  it.each([
    [-3, 0, false],
    [0, 0.5, false],
    [1, 4 / 6, true],
    [3, 1, true],
  ])('of %d on −3…3 has the normalizedScore %d, pass %s', (score, normalizedScore, pass) => {
    expect(grade({}, { score, reason: 'r' })).toMatchObject({ score, normalizedScore, pass });
  });

  it('prefers the threshold of the grader', () => {
    expect(grade({ threshold: 3 }, { score: 2, reason: 'r' })).toMatchObject({ pass: false });
    expect(grade({ threshold: -3 }, { score: -3, reason: 'r' })).toMatchObject({ pass: true });
  });

  it('prefers the pass of the check over any threshold, and still inverts it', () => {
    expect(grade({ threshold: 3 }, { score: 0, reason: 'r', pass: true })).toMatchObject({ pass: true });
    expect(grade({}, { score: 3, reason: 'r', pass: false })).toMatchObject({ pass: false });
    expect(grade({ not: true }, { score: 0, reason: 'r', pass: true })).toMatchObject({ pass: false });
  });

  it('records its weight, and that it is inverted', () => {
    const result = { score: 1, reason: 'r' };
    expect(grade({ not: true, weight: 3 }, result)).toMatchObject({ not: true, weight: 3 });
    for (const key of ['not', 'weight']) expect(grade({ not: false }, result)).not.toHaveProperty(key);
    expect(grade({ not: true, weight: 3 }, { cause: 'timeout', reason: 'r' })).not.toHaveProperty('weight');
  });

  it('keeps the evidence of an ungraded result', () => {
    const evidence = { recall: null };
    expect(grade({}, { cause: 'not-applicable', reason: 'r', evidence })).toMatchObject({ evidence });
  });

  const anyScore = fc.double({ min: -3, max: 3, noNaN: true });
  const anyCause = fc.constantFrom('timeout' as const, 'not-applicable' as const);
  const anyResult: fc.Arbitrary<CheckResult> = fc.oneof(
    fc.record({ score: anyScore, reason: fc.string(), pass: fc.boolean() }, { requiredKeys: ['score', 'reason'] }),
    fc.record({ cause: anyCause, reason: fc.string() }),
  );

  it('under not passes exactly if it would fail, and is otherwise equal', () => {
    fc.assert(
      fc.property(anyResult, anyScore, (result, threshold) => {
        const plain = grade({}, result, threshold);
        const flipped = grade({ not: true }, result, threshold);
        if (flipped.status !== 'graded') return void expect(flipped).toEqual(plain);
        const { not, ...rest } = flipped;
        expect(not).toBe(true);
        expect({ ...rest, pass: !rest.pass, reason: plain.reason }).toEqual(plain);
      }),
    );
  });

  it('matches the schema of verdicts', () => {
    fc.assert(
      fc.property(anyResult, fc.boolean(), (result, not) => {
        const verdict = grade({ not }, result);
        expect(Verdict.parse(verdict)).toEqual(verdict);
      }),
    );
  });
});
