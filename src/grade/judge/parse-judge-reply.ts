import { isPlainObject } from '../../base/plain-object.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { findScaleFlaw } from '../../conversation/judge/scale.ts';
import type { UngradedCause } from '../../conversation/verdict.ts';
import { findJsonObjects, type ObjectPlace } from './find-json-objects.ts';
import { findNumber, ValueScan, ValueTable } from './json-values.ts';

export interface JudgeReplyOptions {
  /** Worst and best score. */
  readonly min: number;
  readonly max: number;
  /** Distance of scores. Default: any number between. */
  readonly step?: number | undefined;
  /** Texts the judge was shown: the conversation and the values of contexts, never what it was told to do. */
  readonly shown?: string | readonly string[] | undefined;
  /** The provider was held to a schema: a reply that is one object is the verdict, whatever was shown. */
  readonly structured?: boolean | undefined;
  /** It ended where the judge may say no more: only a verdict at its very end counts, for another may have followed. */
  readonly cutOff?: boolean | undefined;
}

type Graded = { readonly status: 'graded'; readonly score: number; readonly reason: string };

export type JudgeReply = Graded | { readonly status: 'ungraded'; readonly cause: UngradedCause };

/** The same, with a sentence for people where there is no score. */
type ExplainedReply = Graded | { readonly status: 'ungraded'; readonly cause: UngradedCause; readonly reason: string };

/**
 * What a judge said, as a score on its scale. Strict, since the judge can be steered by the text it grades: of the
 * outermost JSON objects of the reply, the last one with a `score` counts. One that equals, once parsed, an object in
 * what the judge was shown does not count. When a key appears twice in the verdict, or another verdict begins after it and
 * breaks, the reply is unparseable. Without an object, a reply that is one number counts. Anything else is ungraded,
 * never 0.
 *
 * @example parseJudgeReply('Fine. {"score": 2, "reason": "kind"}', { min: -3, max: 3 })
 * // { status: 'graded', score: 2, reason: 'kind' }
 */
export function parseJudgeReply(reply: string, options: JudgeReplyOptions): JudgeReply {
  const read = explainJudgeReply(reply, options);
  return read.status === 'graded' ? read : { status: read.status, cause: read.cause };
}

export function explainJudgeReply(reply: string, options: JudgeReplyOptions): ExplainedReply {
  const { answer, flaw } = findAnswer(reply, options);
  if (answer === undefined) {
    const number = options.cutOff === true ? undefined : findNumber(reply);
    return number === undefined ? unparseable(flaw ?? explainNothing(reply)) : onScale(number, '', options);
  }
  const reason = toReason(answer.reason);
  if (answer.score === null && answer.ungradable === true) {
    const said = reason === '' ? '' : ` ${reason}`;
    return {
      status: 'ungraded',
      cause: 'not-applicable',
      reason: `The judge reports that there is nothing to grade.${said}`,
    };
  }
  const score = typeof answer.score === 'string' ? findNumber(answer.score) : answer.score;
  if (typeof score !== 'number' || !Number.isFinite(score)) return unparseable("The judge's score is not a number.");
  return onScale(score, reason, options);
}

function onScale(score: number, reason: string, { min, max, step = 0 }: JudgeReplyOptions): ExplainedReply {
  const scale: Scale = { min, max, step };
  const flaw = findScaleFlaw(score, scale);
  // -0 is 0 to everybody but Object.is.
  if (flaw === undefined) return { status: 'graded', score: score + 0, reason };
  return { status: 'ungraded', cause: 'out-of-scale', reason: `The score ${score} ${flaw}.` };
}

function unparseable(reason: string): ExplainedReply {
  return { status: 'ungraded', cause: 'unparseable', reason };
}

function explainNothing(reply: string): string {
  return reply.trim() === '' ? 'The judge returned an empty reply.' : "The judge's reply contains no score.";
}

type Answer = Readonly<Record<string, unknown>>;

/** What a judge says in its verdict; an object that broke behind one of these was to be the verdict. */
const verdictKeys = ['score', 'reason'];
const quotedFlaw = "Every score in the judge's reply is copied from the graded text.";
const brokenFlaw = "The last verdict in the judge's reply is malformed.";
const repeatedFlaw = "A key appears twice in the judge's last verdict.";
const unfinishedFlaw = "The judge's reply continues after the score and was cut off.";

interface WrittenVerdict extends ObjectPlace {
  readonly text: string;
  readonly answer: Answer;
}

function findAnswer(reply: string, options: JudgeReplyOptions): { readonly answer?: Answer; readonly flaw?: string } {
  const { places, lastBroken } = findJsonObjects(reply, verdictKeys);
  const verdicts = listVerdicts(reply, places);
  const isHeld = options.structured === true && isOneObject(reply, places);
  const texts = verdicts.map(({ text }) => text);
  const flaws = isHeld ? [] : findVerdictFlaws(texts, listShown(options.shown));
  const last = verdicts.findLastIndex((_, index) => flaws[index]?.isQuoted !== true);
  const verdict = verdicts[last];
  if (verdict === undefined) return verdicts.length > 0 ? { flaw: quotedFlaw } : {};
  const { start, end, answer } = verdict;
  if (lastBroken > start) return { flaw: brokenFlaw };
  if (flaws[last]?.hasRepeatedKey === true) return { flaw: repeatedFlaw };
  return options.cutOff === true && !isNothing(reply.slice(end)) ? { flaw: unfinishedFlaw } : { answer };
}

/** The objects that have a score of their own. */
function listVerdicts(reply: string, places: readonly ObjectPlace[]): readonly WrittenVerdict[] {
  return places.flatMap(({ start, end }) => {
    const text = reply.slice(start, end);
    const answer = text.includes('score') || text.includes('\\u') ? parseObject(text) : undefined;
    return answer !== undefined && Object.hasOwn(answer, 'score') ? [{ start, end, text, answer }] : [];
  });
}

/** Only white space, and the end of a Markdown fence. */
function isNothing(rest: string): boolean {
  return /^[\s`]*$/.test(rest);
}

function isOneObject(reply: string, [first, ...rest]: readonly ObjectPlace[]): boolean {
  return first !== undefined && rest.length === 0 && first.end - first.start === reply.trim().length;
}

function listShown(shown: JudgeReplyOptions['shown']): readonly string[] {
  return shown === undefined ? [] : typeof shown === 'string' ? [shown] : shown;
}

function parseObject(text: string): Answer | undefined {
  const value: unknown = JSON.parse(text);
  return isPlainObject(value) ? value : undefined;
}

const longestReason = 4_000;

function toReason(reason: unknown): string {
  if (reason === undefined || reason === null) return '';
  const text = typeof reason === 'string' ? reason : toCompactJson(reason);
  if (text.length <= longestReason) return text;
  // Not between the two halves of one character.
  return `${text.slice(0, longestReason - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function toCompactJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.parse reads any depth, JSON.stringify runs out of stack on some.
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** What is wrong with a verdict in a judge's reply, apart from its score. */
interface VerdictFlaws {
  /** It equals, once parsed, an object in what the judge was shown. */
  readonly isQuoted: boolean;
  /** A key appears twice in it, or in an object inside it: parsers disagree on which one counts. */
  readonly hasRepeatedKey: boolean;
}

/** So often a text is unescaped: an object in a string of JSON in a string of JSON is escaped that often. */
const mostEscaped = 5;

/**
 * Looks for the verdicts of a reply in the texts that the judge was shown: in each text as it is, and with its escapes
 * undone, since a conversation is shown as JSON and a judge quotes what it reads.
 */
function findVerdictFlaws(verdicts: readonly string[], shown: readonly string[]): readonly VerdictFlaws[] {
  const table = new ValueTable();
  const read = verdicts.map((text) => new ValueScan(text, table).valueAt(0));
  const found = new Set<number>();
  if (read.length > 0) {
    const known = new ValueTable(table);
    const texts = new Set(shown.flatMap((text) => [...listUnescaped(text)]));
    for (const text of texts) new ValueScan(text, known, (number) => found.add(number));
  }
  return read.map((value) => ({
    isQuoted: value !== undefined && found.has(value.number),
    hasRepeatedKey: value?.hasRepeatedKey === true,
  }));
}

/** Texts that cannot contain a score, which are most of them, are not read. */
function* listUnescaped(shown: string): Generator<string> {
  let text = shown;
  for (let level = 0; level <= mostEscaped; level += 1) {
    if (!text.includes('score') && !text.includes('\\u')) return;
    if (text.includes('{')) yield text;
    const next = undoEscapes(text);
    if (next === text) return;
    text = next;
  }
}

const short: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function undoEscapes(text: string): string {
  return text.replaceAll(/\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4}))/g, (_, sign: string | undefined, code: string) =>
    sign === undefined ? String.fromCharCode(Number.parseInt(code, 16)) : (short[sign] ?? sign),
  );
}
