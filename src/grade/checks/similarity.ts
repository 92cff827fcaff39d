import { distance } from 'fastest-levenshtein';
import { definedOnly } from '../../base/defined-only.ts';
import { toLineFeeds } from '../../base/text-lines.ts';
import type { FormatOptions } from '../../format/attachment.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import { findReference } from '../turn-key.ts';
import type { CheckResult, CheckTools, Wanted } from './check.ts';
import { quoteExcerpt, renderGot, toShownScore } from './excerpt.ts';
import { listWords } from './words.ts';

/** Maximum length of the reply and of the reference. Longer texts take too long to compare. */
const mostCharacters = 20_000;

interface Likeness {
  readonly score: number;
  readonly evidence?: unknown;
}

/** Compares the reply with a text: `to`, or the reference of its turn. The score is the similarity, from 0 to 1. */
export function checkSimilarity(
  subject: GradedSubject,
  { to, method = 'rouge-l' }: Wanted<'similarity'>,
  { files }: Pick<CheckTools, 'files'> = {},
): CheckResult {
  const reference = to ?? findOwnReference(subject, files);
  if (reference === undefined) return { cause: 'not-applicable', reason: explainNone(subject) };
  const [got, wanted] = [toPlain(subject.text), toPlain(reference)];
  if (Math.max(got.length, wanted.length) > mostCharacters) {
    const reason = `The limit for similarity is ${mostCharacters} characters. The reply has ${got.length}, the reference ${wanted.length}.`;
    return { cause: 'too-long', reason };
  }
  const { score, evidence } = measures[method](got, wanted);
  const reason = `Similarity to ${quoteExcerpt(wanted)}: ${toShownScore(score)} (${method}). ${renderGot(got)}`;
  return { score, reason, ...definedOnly({ evidence }) };
}

const measures: Readonly<
  Record<NonNullable<Wanted<'similarity'>['method']>, (got: string, wanted: string) => Likeness>
> = { levenshtein: measureEdits, 'rouge-l': measureCommon, bleu: measureGrams };

/** 1 − edits / characters of the longer text. Characters are code points. */
function measureEdits(got: string, wanted: string): Likeness {
  const [one, other] = [[...got], [...wanted]];
  const longer = Math.max(one.length, other.length);
  return { score: longer === 0 ? 1 : 1 - countEdits(one, other) / longer };
}

/**
 * The Levenshtein distance of two lists. The library compares UTF-16 units, so each distinct member is mapped to one
 * unit. Texts within the length limit have fewer distinct members than there are units.
 *
 * @example countEdits([...'kitten'], [...'sitting']) // 3
 */
export function countEdits(one: readonly string[], other: readonly string[]): number {
  const units = new Map<string, string>();
  const toUnit = (member: string) => {
    const unit = units.get(member) ?? String.fromCharCode(units.size);
    units.set(member, unit);
    return unit;
  };
  return distance(one.map(toUnit).join(''), other.map(toUnit).join(''));
}

function measureCommon(got: string, wanted: string): Likeness {
  const [reply, reference] = [listWords(got), listWords(wanted)];
  if (reply.length + reference.length === 0) return { score: got === wanted ? 1 : 0 };
  const { f1, precision, recall } = rougeL(reply, reference);
  return { score: f1, evidence: { precision, recall } };
}

function measureGrams(got: string, wanted: string): Likeness {
  const [reply, reference] = [listWords(got), listWords(wanted)];
  if (reply.length + reference.length === 0) return { score: got === wanted ? 1 : 0 };
  return { score: bleu(reply, reference) };
}

function findOwnReference({ conversation, reply }: GradedSubject, files: FormatOptions = {}): string | undefined {
  return reply === null ? undefined : findReference(conversation, reply, files);
}

function explainNone({ reply }: GradedSubject): string {
  if (reply === null) return 'A whole conversation has no reference. Set "to" on the grader.';
  return 'There is no reference to compare with. Add expected_messages to the case, "expect" to the turn, or "to" to the grader.';
}

function toPlain(text: string): string {
  return toLineFeeds(text).trim().normalize('NFC');
}

/**
 * ROUGE-L: the longest common subsequence of words, as a share of each side, and the harmonic mean of both (β = 1).
 * C.-Y. Lin, "ROUGE: a package for automatic evaluation of summaries" (2004). 0 if nothing is in common, or one side
 * has no words.
 *
 * @example rougeL(['a', 'b', 'c'], ['a', 'c', 'd', 'e']) // common 2, precision 2/3, recall 2/4, f1 4/7
 */
export function rougeL(reply: readonly string[], reference: readonly string[]) {
  const common = countCommon(reply, reference);
  if (common === 0) return { precision: 0, recall: 0, f1: 0 };
  return {
    precision: common / reply.length,
    recall: common / reference.length,
    f1: (2 * common) / (reply.length + reference.length),
  };
}

/**
 * Length of the longest common subsequence, with 32 rows of the table per number: M. Crochemore et al., "A fast and
 * practical bit-vector algorithm for the longest common subsequence problem" (2001).
 */
function countCommon(one: readonly string[], other: readonly string[]): number {
  const { blocks, startOf, bits } = toMatchMasks(one);
  const free = new Int32Array(blocks).fill(-1);
  for (const unit of other) {
    const start = startOf(unit);
    if (start === 0) continue;
    let carry = 0;
    for (let block = 0; block < blocks; block += 1) {
      const old = free[block] ?? 0;
      const match = old & (bits[start + block] ?? 0);
      const sum = (old >>> 0) + (match >>> 0) + carry;
      carry = sum > 0xffff_ffff ? 1 : 0;
      free[block] = sum | (old & ~match);
    }
  }
  // Bits after the last word never match, so they stay free.
  return free.reduce((common, block) => common + countOnes(~block), 0);
}

function countOnes(block: number): number {
  let left = block;
  let count = 0;
  while (left !== 0) {
    left &= left - 1;
    count += 1;
  }
  return count;
}

/** The positions of every distinct unit of a sequence, one bit each, 32 per block. */
interface MatchMasks {
  readonly blocks: number;
  /** Where the masks of a unit begin in `bits`. For a unit that is not in the sequence, all masks are 0. */
  readonly startOf: (unit: string) => number;
  readonly bits: Int32Array;
}

function toMatchMasks(units: readonly string[]): MatchMasks {
  const blocks = Math.ceil(units.length / 32);
  // The first masks are for units that are not in the sequence.
  const starts = new Map<string, number>();
  for (const unit of units) if (!starts.has(unit)) starts.set(unit, (starts.size + 1) * blocks);
  const bits = new Int32Array((starts.size + 1) * blocks);
  const startOf = (unit: string) => starts.get(unit) ?? 0;
  for (const [place, unit] of units.entries()) {
    const block = startOf(unit) + (place >>> 5);
    bits[block] = (bits[block] ?? 0) | (1 << (place & 31));
  }
  return { blocks, startOf, bits };
}

const longest = 4;

/**
 * BLEU of one reply against one reference: the geometric mean of the shares of its 1- to 4-grams that are in the
 * reference, times a penalty for shorter replies. K. Papineni et al., "BLEU: a method for automatic evaluation of
 * machine translation" (2002). From 2-grams on, one is added to both counts, because a single sentence rarely has
 * matches of every length: C.-Y. Lin and F. J. Och, "ORANGE: a method for evaluating automatic evaluation metrics for
 * machine translation" (2004). So a reply that equals its reference scores 1, however short, and a reply without any of
 * its words scores 0.
 */
export function bleu(reply: readonly string[], reference: readonly string[]): number {
  if (reply.length === 0 || reference.length === 0) return 0;
  let logarithms = 0;
  for (let length = 1; length <= longest; length += 1) {
    const total = Math.max(0, reply.length - length + 1);
    const found = countFound(countGrams(reply, length), countGrams(reference, length));
    const share = length === 1 ? found / total : (found + 1) / (total + 1);
    if (share === 0) return 0;
    logarithms += Math.log(share) / longest;
  }
  const penalty = reply.length >= reference.length ? 1 : Math.exp(1 - reference.length / reply.length);
  return penalty * Math.exp(logarithms);
}

function countGrams(words: readonly string[], length: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + length <= words.length; start += 1) {
    // Words contain no space, so different lists of words give different texts.
    const gram = words.slice(start, start + length).join(' ');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/** Each n-gram counts at most as often as it is in the reference. */
function countFound(grams: ReadonlyMap<string, number>, wanted: ReadonlyMap<string, number>): number {
  let found = 0;
  for (const [gram, count] of grams) found += Math.min(count, wanted.get(gram) ?? 0);
  return found;
}
