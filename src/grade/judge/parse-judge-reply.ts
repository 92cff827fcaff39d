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
  /** Distance between scores. Default: any number is allowed. */
  readonly step?: number | undefined;
  /** Texts the judge was shown: the conversation and the values of contexts, without the instructions. */
  readonly shown?: string | readonly string[] | undefined;
  /**
   * Whether the provider enforced a schema. Then a reply that is one object is the verdict, even if it equals a shown
   * text.
   */
  readonly structured?: boolean | undefined;
  /**
   * Whether the reply reached its length limit. Then only a verdict at the very end counts, because another may have
   * followed.
   */
  readonly cutOff?: boolean | undefined;
}

type Graded = { readonly status: 'graded'; readonly score: number; readonly reason: string };

export type JudgeReply = Graded | { readonly status: 'ungraded'; readonly cause: UngradedCause };

/** A reply, with a sentence for people if there is no score. */
type ExplainedReply = Graded | { readonly status: 'ungraded'; readonly cause: UngradedCause; readonly reason: string };

/**
 * Parses a judge's reply into a score on its scale. It is strict, because the graded text can try to steer the judge.
 * Among the outermost JSON objects of the reply, the last one with a `score` counts. An object that equals one in the
 * texts shown to the judge does not count. The reply is unparseable if a key appears twice in the verdict, or if a
 * malformed verdict follows it. Without an object, a reply that is only a number counts. Anything else is ungraded,
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
  // AgentV's prompts ask for `reasoning`.
  const reason = toReason(answer.reason ?? answer.reasoning);
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
  // Adding 0 turns -0 into 0.
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

/** Keys of a verdict. A malformed object with one of them was meant as a verdict. */
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

/** The objects with a `score` of their own. */
function listVerdicts(reply: string, places: readonly ObjectPlace[]): readonly WrittenVerdict[] {
  return places.flatMap(({ start, end }) => {
    const text = reply.slice(start, end);
    const answer = text.includes('score') || text.includes('\\u') ? parseObject(text) : undefined;
    return answer !== undefined && Object.hasOwn(answer, 'score') ? [{ start, end, text, answer }] : [];
  });
}

/** Whether there is only whitespace, or the end of a Markdown fence. */
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
  // Does not cut a surrogate pair.
  return `${text.slice(0, longestReason - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function toCompactJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.parse reads any depth, but JSON.stringify can exceed the stack.
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** Problems of a verdict in a judge's reply, apart from its score. */
interface VerdictFlaws {
  /** It equals an object in the texts shown to the judge. */
  readonly isQuoted: boolean;
  /** A key appears twice in it, or in a nested object. Parsers disagree on which one counts. */
  readonly hasRepeatedKey: boolean;
}

/** How many times a text is unescaped. JSON in a string of JSON in a string of JSON needs this many. */
const mostEscaped = 5;

/**
 * Looks for the verdicts of a reply in the texts shown to the judge: in each text as it is, and with escapes removed. A
 * conversation is shown as JSON, and a judge quotes the text in it.
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

/** Skips texts that cannot contain a score, which are most of them. */
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
