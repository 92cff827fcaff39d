import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult } from './check.ts';
import { tellGot, toVisibleLine } from './excerpt.ts';

/** The reply is one JSON value, white space around it aside. */
export function checkJson({ text }: GradedText): CheckResult {
  const parsed = parseJsonReply(text);
  return 'flaw' in parsed ? { score: 0, reason: parsed.flaw } : { score: 1, reason: 'The reply is JSON.' };
}

const fence = /^(?:```|~~~)/;

/** The one JSON value that a reply is, white space around it aside; else why it is not one. */
export function parseJsonReply(text: string): { readonly value: unknown } | { readonly flaw: string } {
  const got = text.trim();
  try {
    return { value: JSON.parse(got) };
  } catch (error) {
    return { flaw: `The reply is not JSON: ${explain(got, error)}. ${tellGot(got)}` };
  }
}

function explain(got: string, error: unknown): string {
  if (fence.test(got)) return 'it is in a Markdown code fence, so ask the target for JSON only';
  return toVisibleLine(error instanceof Error ? error.message : String(error));
}
