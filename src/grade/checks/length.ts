import { toLineFeeds } from '../../base/text-lines.ts';
import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult, Wanted } from './check.ts';
import { listWords } from './words.ts';

/** The trimmed reply has at least `min` and at most `max` characters (Unicode code points) or words. */
export function checkLength(
  { text }: GradedText,
  { min = 0, max, unit = 'characters' }: Wanted<'length'>,
): CheckResult {
  const got = toLineFeeds(text).trim();
  const length = unit === 'words' ? listWords(got).length : countCodePoints(got);
  const said = `The reply has ${length} ${length === 1 ? unit.slice(0, -1) : unit}`;
  if (length < min) return { score: 0, reason: `${said}, fewer than ${min}.`, evidence: { length } };
  if (max !== undefined && length > max)
    return { score: 0, reason: `${said}, more than ${max}.`, evidence: { length } };
  return { score: 1, reason: `${said}.`, evidence: { length } };
}

function countCodePoints(text: string): number {
  let count = text.length;
  for (const _pair of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count -= 1;
  return count;
}
