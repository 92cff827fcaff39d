import { indexedByCharacter } from '../base/unspaced-scripts.ts';

/** A place in a text, in its own characters: `text.slice(start, end)`. */
export interface Hit {
  readonly start: number;
  readonly end: number;
}

/** Words of a keyword that have to be adjacent. */
export interface KeywordTerm {
  readonly text: string;
  /** The last word is the beginning of one. */
  readonly isStart: boolean;
}

const term = /"([^"]*)"?(\*?)|([^\s"]+)/gu;
const letter = '[\\p{L}\\p{N}\\p{Co}]';
/** Marks that full-text search takes for part of a word, and counts for nothing. */
const mark = '[\\u0300-\\u0304\\u0306-\\u030c\\u030f\\u0311\\u031b\\u0323-\\u0328\\u032d\\u032e\\u0330\\u0331]';
const unspaced = `[${indexedByCharacter}]`;
/** A syllable of Korean that is written as its letters; composed it is one character. */
const syllable = '[\\u1100-\\u1112][\\u1161-\\u1175][\\u11a8-\\u11c2]?';
const hasLetter = new RegExp(letter, 'u');
const word = new RegExp(
  `${syllable}|(?=${letter})${unspaced}${mark}*|(?!${unspaced})${letter}(?:(?!${unspaced})${letter}|${mark})*`,
  'gu',
);
/** Characters that are never part of a word. Some of them end a query of a store. */
const control = /\p{Cc}/gu;

/** A typed search: terms that all have to be found. `refund "14 days" ord*` has three. */
export function listKeywordTerms(keyword: string): readonly KeywordTerm[] {
  const terms: KeywordTerm[] = [];
  for (const [, phrase, phraseStar, bare = ''] of keyword.replaceAll(control, ' ').matchAll(term)) {
    const text = phrase ?? bare;
    const isStart = phrase === undefined ? bare.endsWith('*') : phraseStar === '*';
    if (hasLetter.test(text)) terms.push({ text, isStart });
  }
  return terms;
}

/** The hits of a keyword in a text, in order and without overlaps. `terms` counts the different terms. */
export interface FoundHits {
  readonly hits: readonly Hit[];
  readonly terms: number;
}

/** Looks for one keyword in many texts. */
export interface KeywordMatcher {
  /** How many terms there are to be found. */
  readonly termCount: number;
  find(text: string): FoundHits;
}

/**
 * Finds a keyword as full-text search does: upper and lower case are the same, as are Latin letters with and without
 * marks. The keyword is read once, however many texts are looked through.
 */
export function toKeywordMatcher(keyword: string): KeywordMatcher {
  const terms: readonly WantedTerm[] = listKeywordTerms(keyword).map(({ text, isStart }) => ({
    words: listWords(text).map(({ folded }) => folded),
    isStart,
  }));
  return {
    termCount: terms.length,
    find: (text) => {
      if (terms.length === 0 || text === '') return { hits: [], terms: 0 };
      const words = listWords(text);
      const found = terms.map((wanted) => listHitsOf(wanted, words));
      const hits = found.flat().sort((one, other) => one.start - other.start || other.end - one.end);
      return { hits: joinHits(hits), terms: found.filter((list) => list.length > 0).length };
    },
  };
}

/** The hits of a keyword in a text. */
export function findHits(text: string, keyword: string): readonly Hit[] {
  return toKeywordMatcher(keyword).find(text).hits;
}

interface WantedTerm {
  readonly words: readonly string[];
  readonly isStart: boolean;
}

interface Word extends Hit {
  readonly folded: string;
}

function listWords(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const { 0: written, index } of text.matchAll(word)) {
    words.push({ folded: fold(written), start: index, end: index + written.length });
  }
  return words;
}

function listHitsOf({ words: wanted, isStart }: WantedTerm, words: readonly Word[]): readonly Hit[] {
  const [first = ''] = wanted;
  const last = wanted.length - 1;
  const fits = (folded: string, at: number) =>
    folded === wanted[at] || (isStart && at === last && folded.startsWith(wanted[at] ?? ''));
  const hits: Hit[] = [];
  for (const [at, { folded, start }] of words.entries()) {
    if (!folded.startsWith(first)) continue;
    const run = words.slice(at, at + wanted.length);
    const end = run[last]?.end;
    if (end !== undefined && run.every((each, index) => fits(each.folded, index))) hits.push({ start, end });
  }
  return hits;
}

function joinHits(hits: readonly Hit[]): readonly Hit[] {
  const joined: Hit[] = [];
  for (const hit of hits) {
    const before = joined.at(-1);
    if (before === undefined || hit.start >= before.end) joined.push(hit);
    else if (hit.end > before.end) joined[joined.length - 1] = { start: before.start, end: hit.end };
  }
  return joined;
}

const plain = /^[a-z0-9]+$/;

function fold(written: string): string {
  const low = written.toLowerCase();
  return plain.test(low) ? low : Array.from(written.normalize('NFC'), foldCharacter).join('').replace(marks, '');
}

const marks = new RegExp(mark, 'gu');

/** Up and down again: ς is σ, and ſ is s. Marks are taken off Latin letters alone: й is not и. */
function foldCharacter(character: string): string {
  const base = character.normalize('NFD').charAt(0);
  if (/[a-z]/i.test(base)) return base.toLowerCase();
  if (character === 'ı') return character;
  const low = character.toLowerCase();
  const again = low.toUpperCase().toLowerCase();
  return again.length === low.length ? again : low;
}
