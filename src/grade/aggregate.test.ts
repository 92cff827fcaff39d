import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCase, makeGraded, makeUngraded } from '../../test/support/grading.ts';
import type { GraderSpec } from '../conversation/grader-spec.ts';
import { toAggregate } from './aggregate.ts';
import { listCaseGraders } from './case-graders.ts';
import { toCaseStatus } from './case-status.ts';

const graders = (...specs: readonly Partial<GraderSpec>[]) =>
  listCaseGraders(makeCase({ graders: specs.map((spec, index) => ({ contains: 'x', id: 'abc'[index], ...spec })) }));
const normalizedScore = (value: number, turnIndex: number | null, grader = 'a') =>
  makeGraded({ normalizedScore: value, score: value, pass: value >= 1, turnIndex, grader });

describe('toAggregate', () => {
  it('is null throughout when nothing was graded', () => {
    const none = { all: null, mean: null, min: null, last: null };
    expect(toAggregate([], [])).toEqual(none);
    expect(toAggregate([makeUngraded()], [])).toEqual(none);
  });

  it('leaves ungraded verdicts out, they are not 0; nor does all pass with them', () => {
    const open = makeUngraded({ turnIndex: 3 });
    expect(toAggregate([normalizedScore(1, 1), open], [])).toEqual({ all: null, mean: 1, min: 1, last: 1 });
    expect(toAggregate([normalizedScore(0, 1), open], [])).toEqual({ all: false, mean: 0, min: 0, last: 0 });
  });

  it('has all as the status has it: true for pass, false for fail, null for ungraded', () => {
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

  it('aggregate turns: (0.5 + 1 + 0.75) / 3 = 0.75', () => {
    const verdicts = [normalizedScore(0.75, 5), normalizedScore(0.5, 1), normalizedScore(1, 3)];
    expect(toAggregate(verdicts, graders({}))).toEqual({ all: false, mean: 0.75, min: 0.5, last: 0.75 });
  });

  it('weighs inside a turn: (1 × 3 + 0 × 1) / 4 = 0.75', () => {
    const verdicts = [normalizedScore(1, 1, 'a'), normalizedScore(0, 1, 'b')];
    expect(toAggregate(verdicts, graders({ weight: 3 }, {}))).toMatchObject({ mean: 0.75, min: 0.75, last: 0.75 });
  });

  it('weighs turns by the mean weight of their graders: (1 × 1 + 0 × 3) / 4 = 0.25', () => {
    const verdicts = [normalizedScore(1, 1, 'a'), normalizedScore(0, 3, 'b')];
    expect(toAggregate(verdicts, graders({}, { weight: 3 })).mean).toBe(0.25);
  });

  it('counts a turn once, however many graders it has: (1 + 0) / 2 = 0.5', () => {
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

  it('counts a verdict under not by what is missing from 1', () => {
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

  it('stays within 0 and 1, and min is never above mean and last', () => {
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

  it('does not depend on the order of the verdicts, to the last bit', () => {
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
