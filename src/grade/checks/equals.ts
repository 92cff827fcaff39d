import { toLineFeeds } from '../../base/text-lines.ts';
import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult } from './check.ts';
import { leadIn, quoteExcerpt, quoteWanted, tellGot } from './excerpt.ts';

/** The reply is this text, both trimmed, however its lines end. */
export function checkEquals({ text }: GradedText, wanted: string): CheckResult {
  const got = toLineFeeds(text).trim();
  const expected = toLineFeeds(wanted).trim();
  if (got === expected) return { score: 1, reason: `The reply is ${quoteWanted(expected)}.` };
  const place = findDifference(got, expected);
  const wantedPart = place < leadIn ? quoteWanted(expected) : quoteExcerpt(expected, place);
  return { score: 0, reason: `The reply is not ${wantedPart}. ${tellGot(got, place)}` };
}

const stride = 64;

/** Where two texts part. By strides first: pieces are compared far faster than characters one by one. */
function findDifference(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let index = 0;
  while (index < end && one.slice(index, index + stride) === other.slice(index, index + stride)) index += stride;
  while (index < end && one.charCodeAt(index) === other.charCodeAt(index)) index += 1;
  return Math.min(index, end);
}
