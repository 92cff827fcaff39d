import { toLineFeeds } from '../../base/line-feeds.ts';
import { containsText } from '../../conversation/answer-key.ts';
import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult } from './check.ts';
import { quoteExcerpt, quoteWanted, tellGot } from './excerpt.ts';

/** The reply contains this text, or all of these; the score is the share that it contains. */
export function checkContains({ text }: GradedText, wanted: string | readonly string[]): CheckResult {
  const got = toLineFeeds(text);
  return typeof wanted === 'string' ? checkOne(got, wanted) : checkAll(got, wanted);
}

function checkOne(got: string, wanted: string): CheckResult {
  if (containsText(got, wanted)) return { score: 1, reason: `The reply contains ${quoteWanted(wanted)}.` };
  return { score: 0, reason: `The reply does not contain ${quoteWanted(wanted)}. ${tellGot(got)}` };
}

function checkAll(got: string, texts: readonly string[]): CheckResult {
  const missing = texts.filter((text) => !containsText(got, text));
  if (missing.length === 0) return { score: 1, reason: `The reply contains ${listQuoted(texts)}.` };
  const found = texts.length - missing.length;
  const share = texts.length > 1 ? ` (${found} of ${texts.length} found)` : '';
  return {
    score: found / texts.length,
    reason: `The reply does not contain ${listQuoted(missing)}${share}. ${tellGot(got)}`,
    ...(texts.length > 1 ? { evidence: { missing } } : {}),
  };
}

const shownTexts = 5;

function listQuoted(texts: readonly string[]): string {
  const quoted = texts.slice(0, shownTexts).map((text) => quoteExcerpt(text));
  if (texts.length > shownTexts) quoted.push(`${texts.length - shownTexts} more`);
  return quoted.join(', ');
}
