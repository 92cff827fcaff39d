import { expect, it } from 'vitest';
import { toHumanScore } from './human-score.ts';

it.each<[string, number | undefined, readonly number[] | undefined, number | undefined]>([
  ['the stated score', 2, undefined, 2],
  ['the stated score beside ratings', 2, [-3, -3, -3], 2],
  ['the one rating', undefined, [1], 1],
  ['the middle of three', undefined, [3, -1, 2], 2],
  ['the lower of two', undefined, [3, 1], 1],
  ['the lower middle of four', undefined, [-3, 0, 1, 3], 0],
  ['nothing', undefined, undefined, undefined],
  ['nothing of no ratings', undefined, [], undefined],
])('takes %s', (_what, score, given, expected) => {
  const ratings = given?.map((value, index) => ({ rater: `r${index}`, score: value }));
  const sample = { ...(score === undefined ? {} : { score }), ...(ratings === undefined ? {} : { ratings }) };
  expect(toHumanScore(sample)).toBe(expected);
});
