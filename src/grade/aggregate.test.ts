import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCase, makeGraded, makeUngraded } from '../../test/support/grading.ts';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import { findFirstFailure, findFirstUngraded } from '../conversation/run/first-reason.ts';
import { noCounts, type RunCounts } from '../conversation/run/run-record.ts';
import { type ExitRule, toAggregate, toCaseStatus, toExitCode } from './aggregate.ts';
import { listCaseGraders } from './case-graders.ts';

const graders = (...specs: readonly Partial<GraderSpec>[]) =>
  listCaseGraders(makeCase({ graders: specs.map((spec, index) => ({ contains: 'x', id: 'abc'[index], ...spec })) }));
const normalizedScore = (value: number, turnIndex: number | null, grader = 'a') =>
  makeGraded({ normalizedScore: value, score: value, pass: value >= 1, turnIndex, grader });

describe('toAggregate', () => {
  it('is null if nothing was graded', () => {
    const none = { all: null, mean: null, min: null, last: null };
    expect(toAggregate([], [])).toEqual(none);
    expect(toAggregate([makeUngraded()], [])).toEqual(none);
  });

  it('leaves out ungraded verdicts instead of counting them as 0, and all does not pass with them', () => {
    const open = makeUngraded({ turnIndex: 3 });
    expect(toAggregate([normalizedScore(1, 1), open], [])).toEqual({ all: null, mean: 1, min: 1, last: 1 });
    expect(toAggregate([normalizedScore(0, 1), open], [])).toEqual({ all: false, mean: 0, min: 0, last: 0 });
  });

  it('has an all that matches the status: true for pass, false for fail, null for ungraded', () => {
    const anyGiven = fc.array(fc.constantFrom(normalizedScore(1, 1), normalizedScore(0, 1), makeUngraded()), {
      minLength: 1,
    });
    const all = { pass: true, fail: false, ungraded: null, error: null };
    fc.assert(
      fc.property(anyGiven, (given) => {
        expect(toAggregate(given, []).all).toBe(all[toCaseStatus(given, { hasError: false })]);
      }),
    );
  });

  it('averages turns: (0.5 + 1 + 0.75) / 3 = 0.75', () => {
    const verdicts = [normalizedScore(0.75, 5), normalizedScore(0.5, 1), normalizedScore(1, 3)];
    expect(toAggregate(verdicts, graders({}))).toEqual({ all: false, mean: 0.75, min: 0.5, last: 0.75 });
  });

  it('weights verdicts inside a turn: (1 × 3 + 0 × 1) / 4 = 0.75', () => {
    const verdicts = [normalizedScore(1, 1, 'a'), normalizedScore(0, 1, 'b')];
    expect(toAggregate(verdicts, graders({ weight: 3 }, {}))).toMatchObject({ mean: 0.75, min: 0.75, last: 0.75 });
  });

  it('weights turns by the mean weight of their graders: (1 × 1 + 0 × 3) / 4 = 0.25', () => {
    const verdicts = [normalizedScore(1, 1, 'a'), normalizedScore(0, 3, 'b')];
    expect(toAggregate(verdicts, graders({}, { weight: 3 })).mean).toBe(0.25);
  });

  it('counts a turn once, no matter how many graders it has: (1 + 0) / 2 = 0.5', () => {
    const verdicts = [
      normalizedScore(1, 1, 'a'),
      normalizedScore(1, 1, 'b'),
      normalizedScore(1, 1, 'c'),
      normalizedScore(0, 3, 'a'),
    ];
    expect(toAggregate(verdicts, graders({}, {}, {})).mean).toBe(0.5);
  });

  it('has the whole conversation as its last entry', () => {
    const verdicts = [normalizedScore(0.25, null), normalizedScore(1, 7)];
    expect(toAggregate(verdicts, graders({}))).toMatchObject({ mean: 0.625, min: 0.25, last: 0.25 });
  });

  it('inverts the score of a verdict under not', () => {
    const verdict = { ...normalizedScore(0.25, 1), pass: true };
    expect(toAggregate([verdict], graders({ not: true }))).toEqual({ all: true, mean: 0.75, min: 0.75, last: 0.75 });
  });

  const anyVerdict = fc.record({
    normalizedScore: fc.double({ min: 0, max: 1, noNaN: true }),
    pass: fc.boolean(),
    turnIndex: fc.option(fc.nat(9)),
    grader: fc.constantFrom('a', 'b', 'c'),
  });
  const anyVerdicts = fc.uniqueArray(anyVerdict, {
    minLength: 1,
    selector: ({ grader, turnIndex }) => `${grader} ${turnIndex}`,
  });
  const anyGraders = fc
    .array(fc.record({ weight: fc.double({ min: 0.1, max: 9, noNaN: true }), not: fc.boolean() }), {
      minLength: 3,
      maxLength: 3,
    })
    .map((specs) => graders(...specs));

  it('stays within 0 and 1, with min never above mean and last', () => {
    fc.assert(
      fc.property(anyVerdicts, anyGraders, (given, by) => {
        const { mean, min, last } = toAggregate(given.map(makeGraded), by);
        for (const value of [mean, min, last]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
        expect(min).toBeLessThanOrEqual(mean ?? Number.NaN);
        expect(min).toBeLessThanOrEqual(last ?? Number.NaN);
      }),
    );
  });

  it('does not depend on the order of the verdicts, not even in the last bit', () => {
    const shuffled = anyVerdicts.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
    );
    fc.assert(
      fc.property(shuffled, anyGraders, ([given, other], by) => {
        expect(toAggregate(other.map(makeGraded), by)).toEqual(toAggregate(given.map(makeGraded), by));
      }),
    );
  });
});

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
  ])('of case %# is the worst one', (verdicts, hasError, status) => {
    expect(toCaseStatus(verdicts, { hasError })).toBe(status);
  });

  it('does not depend on order, and an extra verdict never improves it', () => {
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
  it('is the failing verdict of the earliest turn, with the whole conversation last', () => {
    const whole = makeGraded({ pass: false, turnIndex: null });
    const third = makeGraded({ pass: false, turnIndex: 3 });
    const first = makeUngraded({ turnIndex: 1 });
    expect(findFirstFailure([pass, whole, makeGraded({ pass: false, turnIndex: 5 }), third, first])).toBe(third);
    expect(findFirstFailure([whole, pass])).toBe(whole);
    expect(findFirstFailure([pass, ungraded])).toBeUndefined();
    expect(findFirstUngraded([whole, makeUngraded({ turnIndex: null }), first])).toBe(first);
  });
});

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

  it('is never 0 under the default rule unless every played conversation passed', () => {
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
