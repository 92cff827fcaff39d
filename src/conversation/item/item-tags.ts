import { quoteValue } from '../../base/explain-issue.ts';
import type { SchemaIssue } from '../../base/schema-check.ts';
import { findListFault, itemBounds, type ParseResult, toBadValue } from './parse-result.ts';

/** Most tags are already in their final spelling. */
const plainTag = /^[a-z\d_-]+:[a-z\d_.-]+$/;

/**
 * Normalizes a tag of an item. Undefined if it is not `group:value`.
 *
 * @example toItemTag(' Source : SME ') // 'source:sme'
 */
export function toItemTag(written: string): string | undefined {
  if (plainTag.test(written)) return written;
  const at = written.indexOf(':');
  const group = fold(written.slice(0, Math.max(at, 0)));
  const value = fold(written.slice(at + 1));
  return at === -1 || group === '' || value === '' ? undefined : `${group}:${value}`;
}

function fold(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Parses the tags of an item: a list, or comma-separated text. Each tag counts once, at its first position. */
export function parseItemTags(value: unknown): ParseResult<readonly string[]> {
  if (typeof value === 'string')
    return parseList(
      value.split(',').filter((tag) => tag.trim() !== ''),
      () => [],
    );
  if (Array.isArray(value)) return parseList(value, (index) => [index]);
  return { issues: [toBadValue([], `Expected a list of tags, or comma-separated text, got ${quoteValue(value)}.`)] };
}

function parseList(
  list: readonly unknown[],
  pathOf: (index: number) => readonly number[],
): ParseResult<readonly string[]> {
  const tooLong = findListFault(list, itemBounds.tags, 'tags');
  if (tooLong !== undefined) return { issues: [tooLong] };
  const parsed = list.map(parseTag);
  const issues = parsed.flatMap(({ issue }, index) => (issue === undefined ? [] : [{ ...issue, path: pathOf(index) }]));
  return issues.length > 0 ? { issues } : { value: [...new Set(parsed.flatMap(({ tag }) => tag ?? []))], issues };
}

function parseTag(written: unknown): { readonly tag?: string; readonly issue?: SchemaIssue } {
  const tag = typeof written === 'string' ? toItemTag(written) : undefined;
  if (tag === undefined) {
    return {
      issue: toBadValue([], `Expected a tag such as "topic:refunds", got ${quoteValue(written)}.`, toHint(written)),
    };
  }
  const fault = findTagFault(tag);
  return fault === undefined ? { tag } : { issue: toBadValue([], fault) };
}

function toHint(written: unknown): string {
  const isWord = typeof written === 'string' && written.trim() !== '' && !written.includes(':');
  return isWord ? `Add a group: "topic:${written.trim().slice(0, 40)}".` : 'Write item tags as group:value.';
}

/** What is wrong with a tag of an item or turn. Undefined: nothing. */
export function findTagFault(tag: string): string | undefined {
  if (tag.length > itemBounds.tagLength)
    return `The tag has ${tag.length} characters. The limit is ${itemBounds.tagLength}.`;
  return tag.isWellFormed() ? undefined : 'The tag contains an unpaired surrogate character.';
}
