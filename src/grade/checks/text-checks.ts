import type { RE2JS } from 're2js';
import { toLineFeeds } from '../../base/text-lines.ts';
import { containsText } from '../../conversation/answer-key.ts';
import type { GradedText } from '../graded-conversation.ts';
import type { CheckResult, CheckTools, Wanted } from './check.ts';
import { leadIn, quoteExcerpt, quoteExpected, renderGot } from './excerpt.ts';
import { listWords } from './words.ts';

/** Passes if the reply equals this text. Both are trimmed, and differences in line endings do not matter. */
export function checkEquals({ text }: GradedText, wanted: string): CheckResult {
  const got = toLineFeeds(text).trim();
  const expected = toLineFeeds(wanted).trim();
  if (got === expected) return { score: 1, reason: `The reply is ${quoteExpected(expected)}.` };
  const place = findDifference(got, expected);
  const wantedPart = place < leadIn ? quoteExpected(expected) : quoteExcerpt(expected, place);
  return { score: 0, reason: `The reply is not ${wantedPart}. ${renderGot(got, place)}` };
}

const stride = 64;

/** Finds where two texts differ. Comparing pieces first is much faster than comparing single characters. */
function findDifference(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let index = 0;
  while (index < end && one.slice(index, index + stride) === other.slice(index, index + stride)) index += stride;
  while (index < end && one.charCodeAt(index) === other.charCodeAt(index)) index += 1;
  return Math.min(index, end);
}

/** Passes if the trimmed reply starts with this text. */
export function checkStartsWith({ text }: GradedText, wanted: string): CheckResult {
  const got = toLineFeeds(text).trim();
  const start = toLineFeeds(wanted);
  if (got.startsWith(start)) return { score: 1, reason: `The reply starts with ${quoteExpected(start)}.` };
  return { score: 0, reason: `The reply does not start with ${quoteExpected(start)}. ${renderGot(got)}` };
}

/** Passes if the trimmed reply ends with this text. */
export function checkEndsWith({ text }: GradedText, wanted: string): CheckResult {
  const got = toLineFeeds(text).trim();
  const end = toLineFeeds(wanted);
  if (got.endsWith(end)) return { score: 1, reason: `The reply ends with ${quoteExpected(end)}.` };
  const shown = renderGot(got, got.length);
  return { score: 0, reason: `The reply does not end with ${quoteExpected(end)}. ${shown}` };
}

/**
 * Passes if the reply contains this text, all of these texts, or any of them. With all, the score is the share that it
 * contains.
 */
export function checkContains({ text }: GradedText, wanted: Wanted<'contains'>): CheckResult {
  if (typeof wanted === 'string') return checkOne(toLineFeeds(text), wanted);
  if (Array.isArray(wanted)) return checkAll(toLineFeeds(text), wanted);
  const { text: sought, match = 'all', ignore_case: ignoresCase = false } = wanted;
  const got = toLineFeeds(text);
  const has = ignoresCase ? containsAnyCase : containsText;
  if (typeof sought === 'string') return checkOne(got, sought, has);
  return match === 'any' ? checkAny(got, sought, has) : checkAll(got, sought, has);
}

/** Whether the text occurs in upper or lower case. */
function containsAnyCase(text: string, wanted: string): boolean {
  return containsText(text.toLowerCase(), wanted.toLowerCase());
}

function checkOne(got: string, wanted: string, has = containsText): CheckResult {
  if (has(got, wanted)) return { score: 1, reason: `The reply contains ${quoteExpected(wanted)}.` };
  return { score: 0, reason: `The reply does not contain ${quoteExpected(wanted)}. ${renderGot(got)}` };
}

function checkAny(got: string, texts: readonly string[], has = containsText): CheckResult {
  const found = texts.find((text) => has(got, text));
  if (found !== undefined) return { score: 1, reason: `The reply contains ${quoteExpected(found)}.` };
  return { score: 0, reason: `The reply contains none of ${listQuoted(texts)}. ${renderGot(got)}` };
}

function checkAll(got: string, texts: readonly string[], has = containsText): CheckResult {
  const missing = texts.filter((text) => !has(got, text));
  if (missing.length === 0) return { score: 1, reason: `The reply contains ${listQuoted(texts)}.` };
  const found = texts.length - missing.length;
  const share = texts.length > 1 ? ` (${found} of ${texts.length} found)` : '';
  return {
    score: found / texts.length,
    reason: `The reply does not contain ${listQuoted(missing)}${share}. ${renderGot(got)}`,
    ...(texts.length > 1 ? { evidence: { missing } } : {}),
  };
}

const shownTexts = 5;

function listQuoted(texts: readonly string[]): string {
  const quoted = texts.slice(0, shownTexts).map((text) => quoteExcerpt(text));
  if (texts.length > shownTexts) quoted.push(`${texts.length - shownTexts} more`);
  return quoted.join(', ');
}

/** Passes if part of the reply matches this RE2 expression. */
export function checkRegex(
  { text }: GradedText,
  wanted: string,
  { patterns }: CheckTools,
): CheckResult | Promise<CheckResult> {
  const pattern = patterns.find(wanted);
  return pattern instanceof Promise
    ? pattern.then((loaded) => toRegexResult(text, wanted, loaded))
    : toRegexResult(text, wanted, pattern);
}

function toRegexResult(text: string, wanted: string, pattern: RE2JS | string): CheckResult {
  if (typeof pattern === 'string') {
    return { cause: 'not-applicable', reason: `The regular expression is not valid: ${pattern}.` };
  }
  if (pattern.test(text)) return { score: 1, reason: `The reply matches ${quoteExcerpt(wanted)}.` };
  return { score: 0, reason: `The reply does not match ${quoteExcerpt(wanted)}. ${renderGot(text)}` };
}

/** Passes if the trimmed reply has at least `min` and at most `max` characters (Unicode code points) or words. */
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
