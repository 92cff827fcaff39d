import { toLineFeeds } from '../../format/attachment.ts';
import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult } from './check.ts';
import { quoteExcerpt } from './excerpt.ts';

/** The reply is this text, both trimmed, however its lines end. */
export function checkEquals({ text }: GradedText, wanted: string): CheckResult {
  const got = toLineFeeds(text).trim();
  const expected = toLineFeeds(wanted).trim();
  if (got === expected) return { score: 1, reason: `The reply is ${quoteExcerpt(expected)}.` };
  const place = findDifference(got, expected);
  const reason = `The reply is not ${quoteExcerpt(expected, place)}; got ${quoteExcerpt(got, place)}.`;
  return { score: 0, reason };
}

function findDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
}
