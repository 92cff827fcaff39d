import type { SQLOutputValue } from 'node:sqlite';
import type { ItemBody } from '../../curate/item-content.ts';
import { toItemSummary } from '../../curate/item-summary.ts';
import { type KeywordMatcher, toKeywordMatcher } from '../../curate/keyword-hits.ts';

let latest: { readonly keyword: string; readonly matcher: KeywordMatcher } | undefined;

/** The content of an item as JSON of its summary: a function of SQL. `keyword`: what was searched for, or null. */
export function renderSummary(body: SQLOutputValue, keyword: SQLOutputValue): string {
  // A body is only ever written by toItemContent, which has its type.
  const content = JSON.parse(String(body)) as ItemBody;
  return JSON.stringify(toItemSummary(content, typeof keyword === 'string' ? findMatcher(keyword) : undefined));
}

/** All rows of a page ask for the same. */
function findMatcher(keyword: string): KeywordMatcher {
  if (latest?.keyword !== keyword) latest = { keyword, matcher: toKeywordMatcher(keyword) };
  return latest.matcher;
}
