import type { RE2JS } from 're2js';
import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult, CheckTools } from './check.ts';
import { quoteExcerpt, tellGot } from './excerpt.ts';

/** Some part of the reply matches this RE2 expression. */
export function checkRegex(
  { text }: GradedText,
  wanted: string,
  { patterns }: CheckTools,
): CheckResult | Promise<CheckResult> {
  const pattern = patterns.find(wanted);
  return pattern instanceof Promise
    ? pattern.then((loaded) => toResult(text, wanted, loaded))
    : toResult(text, wanted, pattern);
}

function toResult(text: string, wanted: string, pattern: RE2JS | string): CheckResult {
  if (typeof pattern === 'string') {
    return { cause: 'not-applicable', reason: `The regular expression is not valid: ${pattern}.` };
  }
  if (pattern.test(text)) return { score: 1, reason: `The reply matches ${quoteExcerpt(wanted)}.` };
  return { score: 0, reason: `The reply does not match ${quoteExcerpt(wanted)}. ${tellGot(text)}` };
}
