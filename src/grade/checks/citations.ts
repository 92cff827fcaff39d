import { toLineFeeds } from '../../base/text-lines.ts';
import type { Ref } from '../../conversation/ref.ts';
import { listCitedUrls, toUrlKey } from '../../conversation/url.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import { listTurnRefs } from '../turn-key.ts';
import type { CheckResult, Wanted } from './check.ts';
import { quoteExcerpt, toShownScore } from './excerpt.ts';
import { listWords } from './words.ts';

const listedUrls = 20;
const shownUrls = 3;

/** What was cited, and what should have been. */
interface Counted {
  /** References that must be cited: all except optional ones. */
  readonly needed: number;
  readonly cited: readonly string[];
  readonly missing: readonly string[];
  readonly wrong: readonly string[];
}

interface Cited extends Omit<Counted, 'needed'> {
  /** Share of the required references that are cited. null: none is required. */
  readonly recall: number | null;
  /** Share of the citations that are references, optional ones included. null: nothing is cited. */
  readonly precision: number | null;
}

/**
 * Checks that the reply cites the references of its turn: recall, precision, or the lower of the two that are defined.
 * For a whole conversation, the counts of all turns are added up. Each reply is compared with the references of its own
 * turn.
 */
export function checkCitations(subject: GradedSubject, wanted: Wanted<'citations'>): CheckResult {
  const { conversation, reply } = subject;
  const turns = (reply === null ? conversation.replies : [reply])
    .map((one) => ({ reply: one, refs: listTurnRefs(conversation, one) }))
    .filter(({ refs }) => refs.length > 0)
    .map(({ reply: { turnIndex, text }, refs }) => ({ turnIndex, counted: count(text, refs) }));
  if (turns.length === 0) return { cause: 'not-applicable', reason: 'The turn has no references to cite.' };
  const metrics = toCited(turns.map(({ counted }) => counted));
  const evidence = reply === null ? { ...metrics, turns: turns.map(toTurn) } : metrics;
  const score = toScore(metrics, wanted);
  if (score === null) return { cause: 'not-applicable', reason: explainNull(metrics), evidence };
  return { score, reason: explain(metrics), evidence };
}

function count(text: string, refs: readonly Ref[]): Counted {
  const { right, wrong } = findCitations(text, refs);
  const bonus = new Map<string, boolean>();
  // A reference that is listed twice is required if either entry is.
  for (const { url, bonus: isBonus = false } of refs) {
    const key = toUrlKey(url);
    bonus.set(key, isBonus && (bonus.get(key) ?? true));
  }
  const needed = [...bonus].flatMap(([key, isBonus]) => (isBonus ? [] : [key]));
  const missing = needed.filter((key) => !right.has(key));
  return { needed: needed.length, cited: [...right], missing, wrong: [...wrong] };
}

/** The lists name each reference once. One that was cited in one turn and missed in another is in both. */
function toCited(turns: readonly Counted[]): Cited {
  const add = (countOf: (turn: Counted) => number) => turns.reduce((sum, turn) => sum + countOf(turn), 0);
  const needed = add((turn) => turn.needed);
  const right = add(({ cited }) => cited.length);
  const citations = right + add(({ wrong }) => wrong.length);
  const list = (key: 'cited' | 'missing' | 'wrong') => [...new Set(turns.flatMap((turn) => turn[key]))];
  return {
    recall: needed === 0 ? null : (needed - add(({ missing }) => missing.length)) / needed,
    precision: citations === 0 ? null : right / citations,
    cited: list('cited'),
    missing: list('missing'),
    wrong: list('wrong').slice(0, listedUrls),
  };
}

function toTurn({ turnIndex, counted }: { readonly turnIndex: number; readonly counted: Counted }) {
  return { turnIndex, ...toCited([counted]) };
}

function toScore({ recall, precision }: Cited, wanted: Wanted<'citations'>): number | null {
  if (wanted === 'recall') return recall;
  if (wanted === 'precision') return precision;
  return recall === null || precision === null ? (recall ?? precision) : Math.min(recall, precision);
}

function explain({ recall, precision, cited, missing, wrong }: Cited): string {
  const shares = [
    recall === null ? 'Recall is undefined because all references are optional.' : `Recall ${toShownScore(recall)}.`,
    precision === null
      ? 'The reply cites nothing, so precision is undefined.'
      : `Precision ${toShownScore(precision)}.`,
  ];
  const lists = [
    ['Cited', cited],
    ['Not cited', missing],
    ['Not a reference', wrong],
  ] as const;
  return [...shares, ...lists.flatMap(([name, urls]) => (urls.length === 0 ? [] : `${name}: ${listUrls(urls)}.`))].join(
    ' ',
  );
}

function explainNull({ precision }: Cited): string {
  return precision === null
    ? 'The reply cites nothing, so precision is undefined.'
    : 'All references of the turn are optional, so recall is undefined.';
}

function listUrls(urls: readonly string[]): string {
  const shown = urls.slice(0, shownUrls).map((url) => quoteExcerpt(url));
  return urls.length > shown.length ? `${shown.join(', ')} and more` : shown.join(', ');
}

/** What a reply cites: the keys of references it names or quotes, and other URLs. */
interface Citations {
  readonly right: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
}

/** Shorter quotes only emphasize a word, and would match many documents. */
const leastWords = 4;
const leastLength = 12;
const leastNameLength = 3;
/** Maximum number of quotes to look up, so that a reply full of quotation marks does not take minutes. */
const mostQuotes = 200;

/**
 * A reference is cited by its URL anywhere in the text, or by a quote from its content or key excerpt. A quote is text
 * in quotation marks or a Markdown block quote. Whitespace and the style of quotation marks do not matter. A quote that
 * matches no reference is not a wrong citation, because replies also quote people.
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

/** A reference without a web URL, such as "handbook.pdf", is cited by its name. */
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

/**
 * Punctuation at the end of a quote may belong to the sentence around it, and quotation marks around it to another
 * quote.
 */
function toQuote(written: string): string {
  const text = toQuotable(written);
  let end = text.length;
  // A regular expression would take quadratic time on a long row of dots.
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
