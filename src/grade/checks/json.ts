import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult } from './check.ts';
import { quoteExcerpt, toVisibleLine } from './excerpt.ts';

/** The reply is one JSON value, white space around it aside. */
export function checkJson({ text }: GradedText): CheckResult {
  const got = text.trim();
  try {
    JSON.parse(got);
    return { score: 1, reason: 'The reply is JSON.' };
  } catch (error) {
    const flaw = toVisibleLine(error instanceof Error ? error.message : String(error));
    return { score: 0, reason: `The reply is not JSON: ${flaw}; got ${quoteExcerpt(got)}.` };
  }
}
