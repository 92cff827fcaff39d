import { toLineFeeds } from '../../base/text-lines.ts';
import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult } from './check.ts';
import { quoteWanted, tellGot } from './excerpt.ts';

/** The trimmed reply starts with this text. */
export function checkStartsWith({ text }: GradedText, wanted: string): CheckResult {
  const got = toLineFeeds(text).trim();
  const start = toLineFeeds(wanted);
  if (got.startsWith(start)) return { score: 1, reason: `The reply starts with ${quoteWanted(start)}.` };
  return { score: 0, reason: `The reply does not start with ${quoteWanted(start)}. ${tellGot(got)}` };
}
