import { distance } from 'fastest-levenshtein';
import { definedOnly } from '../../base/defined-only.ts';
import { toLineFeeds } from '../../base/text-lines.ts';
import type { FormatOptions } from '../../format/attachment.ts';
import type { GradedSubject } from '../graded-conversation.ts';
import { findReference } from '../turn-key.ts';
import { bleu } from './bleu.ts';
import type { CheckResult, CheckTools, Wanted } from './check.ts';
import { quoteExcerpt, tellGot, toShownScore } from './excerpt.ts';
import { rougeL } from './rouge-l.ts';
import { listWords } from './words.ts';

/** Characters of the reply and of the reference that are compared: beyond that it takes too long to be worth it. */
const mostCharacters = 20_000;

interface Likeness {
  readonly score: number;
  readonly evidence?: unknown;
}

/** The reply is like a text: `to`, else the reference of its turn. The score is the likeness, from 0 to 1. */
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
  const reason = `Similarity to ${quoteExcerpt(wanted)}: ${toShownScore(score)} (${method}). ${tellGot(got)}`;
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
 * The Levenshtein distance of two lists. The library compares UTF-16 units, so each distinct member becomes one unit:
 * texts of the length that is compared have fewer than there are units.
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
