import { describe, expect, it } from 'vitest';
import { isDistribution, toConversationHash, toHumanScore, withoutHumanAnswer } from './sample.ts';

const hash = (role: string, content: string, more = {}) =>
  toConversationHash({ messages: [{ role, content, ...more }] });

describe('toConversationHash', () => {
  it.each([
    ['user', 'May I  return it?'],
    ['user', ' May I\r\n\treturn it?\n'],
    ['User', 'May I return it?'],
    ['us\u200Ber', 'May\u00AD I re\u200Bturn\u2060 it?\uFEFF'],
    ['user', 'May I\u00A0return it？'],
    ['user', 'Ｍay I return it?'],
  ])('ignores the difference in %j saying %j', (role, content) => {
    expect(hash(role, content)).toBe(hash('user', 'May I return it?'));
  });

  it.each([
    ['assistant', 'May I return it?', {}],
    ['user', 'may I return it?', {}],
    ['user', 'MayI return it?', {}],
    ['user', 'May I return it?', { tool_calls: [{ name: 'look' }] }],
  ])('distinguishes %j saying %j with %j', (role, content, more) => {
    expect(hash(role, content, more)).not.toBe(hash('user', 'May I return it?'));
  });

  it('ignores keys that are for people', () => {
    expect(hash('user', 'Hi', { name: 'Ann' })).toBe(hash('user', 'Hi'));
  });
});

it.each<[string, number | undefined, readonly number[] | undefined, number | undefined]>([
  ['the stated score', 2, undefined, 2],
  ['the stated score, even with ratings', 2, [-3, -3, -3], 2],
  ['the one rating', undefined, [1], 1],
  ['the middle of three', undefined, [3, -1, 2], 2],
  ['the lower of two', undefined, [3, 1], 1],
  ['the lower middle of four', undefined, [-3, 0, 1, 3], 0],
  ['nothing', undefined, undefined, undefined],
  ['nothing from an empty list', undefined, [], undefined],
])('uses %s', (_what, score, given, expected) => {
  const ratings = given?.map((value, index) => ({ rater: `r${index}`, score: value }));
  const sample = { ...(score === undefined ? {} : { score }), ...(ratings === undefined ? {} : { ratings }) };
  expect(toHumanScore(sample)).toBe(expected);
});

describe('the part of expected that a judge may see', () => {
  const rows: readonly (readonly [unknown, unknown])[] = [
    [undefined, undefined],
    [1, undefined],
    [{}, undefined],
    [{ '-1': 2, '2': 1 }, undefined],
    [{ score: 1, reason: 'r', ratings: [] }, undefined],
    [{ score: 1, reason: 'r', reference: '4' }, { reference: '4' }],
    [
      { reference: '4', tone: { kind: true } },
      { reference: '4', tone: { kind: true } },
    ],
    [{ Score: 1, ' REASON ': 'r', Ratings: [1], reference: '4' }, { reference: '4' }],
    [{ ｓｃｏｒｅ: 1, rating: 2, label: 'good', Labels: ['good'] }, undefined],
    [{ human: { score: 2, by: { Label: 'good' } } }, undefined],
    [
      { human: { score: 2, who: 'ann' }, raters: [{ rating: 1 }, { rating: 2 }], keep: [], open: {} },
      { human: { who: 'ann' }, keep: [], open: {} },
    ],
    [{ reference: { text: '4', reason: 'two and two' } }, { reference: { text: '4', reason: 'two and two' } }],
    [
      { score: 1, '-1': 2, '2': 1, '3': 'third', reference: '4' },
      { '3': 'third', reference: '4' },
    ],
    [{ due: new Date(0) }, { due: new Date(0) }],
  ];
  it.each(rows)('of %j is %j', (expected, shown) => {
    expect(withoutHumanAnswer(expected)).toEqual(shown);
  });

  it.each([
    [{ '1': 1 }, true],
    [{ '-0.5': 1, '+2': 0 }, true],
    [{}, false],
    [{ '1': 1, reason: 'r' }, false],
    [[1], false],
    [1, false],
  ])('recognizes %j as a distribution: %s', (expected, is) => {
    expect(isDistribution(expected)).toBe(is);
  });
});
