import { toLineFeeds } from '../../base/text-lines.ts';
import type { Ref } from '../../conversation/ref.ts';
import { listCitedUrls, toUrlKey } from '../../conversation/url.ts';
import { listWords } from './words.ts';

/** What a reply cites: keys of the refs it names or quotes, and addresses that are none of them. */
interface Citations {
  readonly right: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
}

/** Shorter pieces in quote marks only stress a word, and would match in many documents. */
const leastWords = 4;
const leastLength = 12;
const leastNameLength = 3;
/** At most this many quotes are looked up: a reply that is nothing but quote marks must not take minutes. */
const mostQuotes = 200;

/**
 * A ref is cited by its address, anywhere in the text, or by a quote from its content or key excerpt: a piece in quote
 * marks or a Markdown block quote. White space and the form of quote marks do not count. A quote that is in no ref is not a
 * citation: people are quoted, too.
 */
export function findCitations(text: string, refs: readonly Ref[]): Citations {
  const right = new Set<string>();
  const wrong = new Set<string>();
  const keys = new Set(refs.map(({ url }) => toUrlKey(url)));
  for (const { url, key } of listCitedUrls(text, keys)) {
    if (key === undefined) wrong.add(url);
    else right.add(key);
  }
  for (const key of keys) if (!right.has(key) && isNamed(key, text)) right.add(key);
  const quotes = listQuotes(text);
  if (quotes.length === 0) return { right, wrong };
  for (const { url, content = '', keyExcerpt = '' } of refs) {
    const source = `${toQuotable(content)}\n${toQuotable(keyExcerpt)}`;
    if (quotes.some((quote) => source.includes(quote))) right.add(toUrlKey(url));
  }
  return { right, wrong };
}

/** A source without a web address, as "handbook.pdf", is cited by that name. */
function isNamed(key: string, text: string): boolean {
  if (key.length < leastNameLength || /^https?:\/\//i.test(key)) return false;
  for (let at = text.indexOf(key); at !== -1; at = text.indexOf(key, at + key.length)) {
    if (!isLetter(text, at - 1) && !isLetter(text, at + key.length)) return true;
  }
  return false;
}

function isLetter(text: string, index: number): boolean {
  return /[\p{L}\p{N}_-]/u.test(text.charAt(index));
}

const paired = /"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」/g;

function listQuotes(text: string): readonly string[] {
  const paragraphs = toLineFeeds(text).split(/\n[\t ]*\n/);
  const quotes: string[] = [];
  for (const paragraph of paragraphs) {
    const lines = paragraph.split('\n').filter((line) => /^ {0,3}>/.test(line));
    if (lines.length > 0) quotes.push(lines.map((line) => line.replace(/^ {0,3}> ?/, '')).join('\n'));
    for (const [, ...inner] of paragraph.matchAll(paired)) quotes.push(inner.find((one) => one !== undefined) ?? '');
  }
  return quotes.map(toQuote).filter(isLong).slice(0, mostQuotes);
}

function isLong(quote: string): boolean {
  return quote.length >= leastLength && listWords(quote).length >= leastWords;
}

/** The sign at the end of a quote may belong to the sentence around it, and marks around it to another quote. */
function toQuote(written: string): string {
  const text = toQuotable(written);
  let end = text.length;
  // One by one: an expression for this would go over a long row of dots again from each of them.
  while (end > 0 && ' .,;:!?…"'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).replace(/^"+/, '');
}

function toQuotable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[“”„«»「」]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}
