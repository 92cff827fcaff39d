import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibratePairs, repeatPair } from '../../test/support/calibrate-pairs.ts';
import { tries } from '../../test/support/tries.ts';
import { definedOnly } from '../base/defined-only.ts';
import { metricNames } from '../statistics/metric-table.ts';
import { type CalibrateOptions, calibrate } from './calibrate.ts';

describe('calibrate at the edges', () => {
  it.each([
    ['nothing', [], 'no pair of scores'],
    ['all ungraded', repeatPair(5, null, 1), 'no pair of scores'],
    ['one class only', repeatPair(5, 2, 2), 'every score is the same'],
  ] as const)('gives null with a reason for %s', (_title, pairs, why) => {
    const found = calibratePairs(pairs);
    expect(found.kappa).toEqual({ value: null, n: pairs[0]?.[0] == null ? 0 : 5, why });
    expect(found.tnr).toEqual({ value: null, n: 0, why: 'no graded sample that people fail' });
    expect(found.gate.state).toBe(pairs[0]?.[0] === null ? 'not-trusted' : 'insufficient-labels');
  });

  it('of one sample has values and few intervals', () => {
    const found = calibratePairs([[1, 2]]);
    const why = 'not enough labels for an interval: fewer than five conversations';
    expect(found.bias).toEqual({ value: -1, n: 1, why });
    expect(found.tpr).toMatchObject({ value: 1, n: 1 });
  });

  it('does not trust a judge that times out on half, however right it is on the rest', () => {
    const found = calibratePairs([...repeatPair(30, 2, 2), ...repeatPair(30, -2, -2), ...repeatPair(60, null, 2)]);
    expect(found.gate.state).toBe('not-trusted');
    expect(found.gate.reasons).toEqual([
      '60 of 120 samples got no score: the share graded, 0.50 (95% CI 0.41–0.59, n=120), is below 0.90.',
    ]);
  });

  it.each<[string, () => unknown]>([
    ['the score 4 of the verdict on sample "a" is outside the scale', () => calibratePairsOf(4, 1, [-3, 3])],
    ['the score NaN of the verdict on sample "a" is not a number', () => calibratePairsOf(Number.NaN, 1)],
    ['the score 0.5 of a label of sample "a" is between the steps', () => calibratePairsOf(1, 0.5)],
    [
      'the sample "a" has two verdicts',
      () =>
        calibrate(
          [
            { sample: 'a', score: 1 },
            { sample: 'a', score: null },
          ],
          [],
        ),
    ],
    [
      'the rater "ann" has two labels for sample "a"',
      () =>
        calibrate(
          [],
          [
            { sample: 'a', score: 1, rater: 'ann' },
            { sample: 'a', score: 1, rater: 'ann' },
          ],
        ),
    ],
    ['a scale must go up in whole steps, got 3 to 1 by 1', () => calibrate([], [], { scale: [3, 1] })],
    ['the passing score 9 is outside the scale', () => calibrate([], [], { pass: 9 })],
    ['Unknown gate metric "tnrr". Did you mean "tnr"?', () => calibrate([], [], { gate: { tnrr: 0.8 } })],
    ['The threshold of tnr must be from 0 to 1, got 80.', () => calibrate([], [], { gate: { tnr: 80 } })],
    ['a scale must have at most 1000 steps', () => calibrate([], [], { scale: [0, 1001] })],
    ['is too wide to compute with', () => calibrate([], [], { scale: [-1e308, 1e308], step: 0 })],
    [
      'the score 5 of sample "a" is outside the scale -3…3, the default scale. Pass yours as an option, such as {scale: [1, 5]}',
      () => calibratePairsOf(5, 5),
    ],
  ])('refuses, with the words: %s', (message, refused) => {
    expect(refused).toThrow(RangeError);
    expect(refused).toThrow(message);
  });
});

function calibratePairsOf(judge: number, human: number, scale?: readonly [number, number]) {
  return calibrate([{ sample: 'a', score: judge }], [{ sample: 'a', score: human }], definedOnly({ scale }));
}

describe('calibrate called without types', () => {
  const good = { sample: 'a', score: 1 };
  it.each<[string, readonly unknown[]]>([
    ['gate must be an object of thresholds, such as {tnr: 0.8, tpr: 0.8}, got nothing', [[], [], { gate: null }]],
    ['The threshold of tpr must be from 0 to 1, got "0.1".', [[], [], { gate: { tpr: '0.1' } }]],
    ['verdicts[1] has no sample', [[good, { score: 1 }], []]],
    ['verdicts[0] has no sample', [[null], []]],
    ['labels[0] has no sample', [[], [{ score: 1 }]]],
    ['the score "1" of the verdict on sample "a" is not a number', [[{ sample: 'a', score: '1' }], []]],
    ['the score "1" of a label of sample "a" is not a number', [[], [{ sample: 'a', score: '1' }]]],
    ['the score undefined of the verdict on sample "a" is not a number', [[{ sample: 'a' }], []]],
    ['the verdict on sample "a" is graded but has no score', [[{ sample: 'a', status: 'graded', score: null }], []]],
    [
      'the status of the verdict on sample "a" must be "graded" or "ungraded", got "weird"',
      [[{ ...good, status: 'weird' }], []],
    ],
    ['must be one of unparseable, out-of-scale', [[{ sample: 'a', score: null, cause: '__proto__' }], []]],
  ])('refuses, with the words: %s', (message, given) => {
    const refused = () => Reflect.apply(calibrate, undefined, given);
    expect(refused).toThrow(RangeError);
    expect(refused).toThrow(message);
  });
});

describe('calibrate of anything', () => {
  const score = fc.integer({ min: -1, max: 1 });
  const rater = fc.constantFrom('ann', 'ben', undefined);
  const given = fc.record({
    verdict: fc.option(fc.option(score), { nil: undefined }),
    labels: fc.uniqueArray(fc.record({ score, rater }), { maxLength: 3, selector: ({ rater: name }) => name ?? {} }),
    cluster: fc.nat(3),
    tag: fc.nat(2),
  });
  const input = fc.record({
    samples: fc.array(given, { maxLength: 12 }),
    step: fc.constantFrom(0, 1),
    pass: fc.constantFrom(-1, 0, 1),
  });

  function calibrateGiven({ samples, step, pass }: typeof input extends fc.Arbitrary<infer Input> ? Input : never) {
    const named = samples.map((sample, place) => ({ ...sample, name: `s${place}` }));
    const verdicts = named.flatMap(({ name, verdict }) =>
      verdict === undefined ? [] : [{ sample: name, score: verdict }],
    );
    const labels = named.flatMap(({ name, labels: list }) =>
      list.map(({ score: of, rater: by }) => ({ sample: name, score: of, ...(by === undefined ? {} : { rater: by }) })),
    );
    const options: CalibrateOptions = {
      ...{ scale: [-1, 1], step, pass, gate: { kappa: 0.6, tpr: 0.8, tnr: 0.8 } },
      clusters: Object.fromEntries(named.map(({ name, cluster }) => [name, `c${cluster}`])),
      tags: Object.fromEntries(named.map(({ name, tag }) => [name, [`t${tag}`]])),
    };
    return { verdicts, labels, options };
  }

  it('is numbers, or null with the reason, and the same after JSON', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(input, (any) => {
        const { verdicts, labels, options } = calibrateGiven(any);
        const found = calibrate(verdicts, labels, options);
        expect(listStrange(found)).toEqual([]);
        expect(JSON.parse(JSON.stringify(found))).toEqual(found);
        for (const name of metricNames) {
          const { value, low, high, why } = found[name];
          if (value === null) expect(why).toBeTypeOf('string');
          if (value !== null && low !== undefined && high !== undefined) {
            expect(low).toBeLessThanOrEqual(high);
          }
        }
      }),
      { numRuns: tries(25, 300) },
    );
  });

  it('does not depend on the order of verdicts and labels', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(input, (any) => {
        const { verdicts, labels, options } = calibrateGiven(any);
        expect(calibrate(verdicts.toReversed(), labels.toReversed(), options)).toEqual(
          calibrate(verdicts, labels, options),
        );
      }),
      { numRuns: tries(20, 300) },
    );
  });
});

/** Paths of what JSON cannot hold. */
function listStrange(value: unknown, path = ''): readonly string[] {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return [path];
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? [path] : [];
  return Object.entries(value).flatMap(([key, inner]) => listStrange(inner, `${path}.${key}`));
}
