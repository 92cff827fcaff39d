import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeGraded, makeUngraded } from '../../test/support/grading.ts';
import { findFirstFailure, findFirstUngraded } from '../conversation/run/first-reason.ts';
import { toCaseStatus } from './case-status.ts';

const pass = makeGraded();
const fail = makeGraded({ pass: false });
const ungraded = makeUngraded();

describe('toCaseStatus', () => {
  it.each([
    [[pass], false, 'pass'],
    [[pass, ungraded], false, 'ungraded'],
    [[ungraded, fail], false, 'fail'],
    [[pass], true, 'error'],
    [[], true, 'error'],
    [[], false, 'ungraded'],
  ])('of case %# is the worst there is', (verdicts, hasError, status) => {
    expect(toCaseStatus(verdicts, { hasError })).toBe(status);
  });

  it('never depends on order, and one verdict more never makes it better', () => {
    const ranks = ['pass', 'ungraded', 'fail', 'error'];
    const anyVerdict = fc.constantFrom(pass, fail, ungraded);
    const anyGiven = fc.array(anyVerdict, { minLength: 1 });
    fc.assert(
      fc.property(anyGiven, anyVerdict, fc.boolean(), (given, more, hasError) => {
        const status = toCaseStatus(given, { hasError });
        expect(toCaseStatus(given.toReversed(), { hasError })).toBe(status);
        const worse = toCaseStatus([...given, more], { hasError });
        expect(ranks.indexOf(worse)).toBeGreaterThanOrEqual(ranks.indexOf(status));
      }),
    );
  });
});

describe('findFirstFailure', () => {
  it('is the failing verdict of the earliest turn, the whole conversation last', () => {
    const whole = makeGraded({ pass: false, turnIndex: null });
    const third = makeGraded({ pass: false, turnIndex: 3 });
    const first = makeUngraded({ turnIndex: 1 });
    expect(findFirstFailure([pass, whole, makeGraded({ pass: false, turnIndex: 5 }), third, first])).toBe(third);
    expect(findFirstFailure([whole, pass])).toBe(whole);
    expect(findFirstFailure([pass, ungraded])).toBeUndefined();
    expect(findFirstUngraded([whole, makeUngraded({ turnIndex: null }), first])).toBe(first);
  });
});
