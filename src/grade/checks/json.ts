import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult } from './check.ts';
import { parseJsonReply } from './parse-json-reply.ts';

/** The reply is one JSON value, white space around it aside. */
export function checkJson({ text }: GradedText): CheckResult {
  const parsed = parseJsonReply(text);
  return 'flaw' in parsed ? { score: 0, reason: parsed.flaw } : { score: 1, reason: 'The reply is JSON.' };
}
