/*
 * What the HTML report keeps of a run: written by src/report/html, read by web/report. Keys are one letter, because each
 * is in the file some hundred thousand times. A report is a file of its own and carries the script that reads it, so
 * the format may change with any version.
 *
 * Cases are in chunks. A chunk is two blocks of JSON: a PageIndex, read at once for the list, and an array of PageCase,
 * one per line in the same order, of which a line is read when its case is opened.
 */

/** Classes of the two kinds of blocks. */
export const indexBlock = 'tw-index';
export const caseBlock = 'tw-cases';

/** Class of a note that is below the cases until the script puts it on top. */
export const lateNote = 'tw-late';

/** `unfinished`: the conversation is not at its end. */
export const pageStatuses = ['pass', 'fail', 'error', 'ungraded', 'skipped', 'unfinished'] as const;
export type PageStatus = (typeof pageStatuses)[number];

export const pageMarks = ['pass', 'fail', 'ungraded'] as const;
export type PageMark = (typeof pageMarks)[number];

/** Every status has its own sign, so that color is not the only difference. */
export const statusSigns: Readonly<Record<PageStatus | PageMark, string>> = {
  pass: '✓',
  fail: '✗',
  error: '!',
  ungraded: '?',
  skipped: '–',
  unfinished: '…',
};

/** What the list and the filters need to know of a chunk of cases. */
export interface PageIndex {
  /** Every name that the rows say, once; a row says its place here. */
  readonly names: readonly string[];
  readonly rows: readonly PageRow[];
}

export type PageRow = readonly [
  id: string,
  /** Place in `pageStatuses`. */
  status: number,
  /** Place in `names`, as the next three. */
  dataset: number,
  target: number,
  send: number,
  play: number,
  repeat: number,
  /** Places in `names`. */
  tags: readonly number[],
  /** One pair a grader: its place in `names`, then the place in `pageMarks` of the worst it said; flat. */
  graders: readonly number[],
  /** Index of the first turn whose graders did not all pass; -1: none. */
  firstFailure: number,
  /** Mean over turns on 0–1; null: nothing was graded. */
  score: number | null,
  /** The latency of all replies of the target, without those from the cache. */
  latencyMs: number,
  /** The cost of all replies of the target, as far as it is known. */
  costUsd: number,
];

/** One conversation. */
export interface PageCase {
  /** Turns in order. */
  readonly t: readonly PageTurn[];
  /** Verdicts on the conversation as a whole. */
  readonly v?: readonly PageVerdict[];
  /** Mean, least and last of the turns on 0–1. */
  readonly f?: readonly (number | null)[];
  /** Why it was skipped. */
  readonly n?: string;
  /** What went wrong: cause and facts, message, what the target said besides. */
  readonly e?: readonly [head: string, message: string, details: string];
  /** How a simulation ended, then what was wrong with the simulated user. */
  readonly s?: readonly string[];
  /** Attempts that were given up before this one: why, and what was said. */
  readonly a?: readonly (readonly [why: string, turns: readonly PageTurn[]])[];
}

export interface PageTurn {
  /** Turn index. */
  readonly i: number;
  readonly r: string;
  /** Text as in a transcript: files and images by their names. */
  readonly x: string;
  /** Name of the speaker or of the tool. */
  readonly n?: string;
  /** The texts as they were in the question, when they differ: with attached files. */
  readonly q?: string;
  /** Tool calls. */
  readonly c?: readonly string[];
  /** Sources: address and title. */
  readonly u?: readonly (readonly [url: string, title: string])[];
  /** A reply: 1 by the target, 2 by the simulated user. Absent: it was put in. */
  readonly b?: 1 | 2;
  /** Metrics of the call. */
  readonly k?: string;
  /** What an agent did inside the reply: role and text. */
  readonly p?: readonly (readonly [role: string, text: string])[];
  /** Notes of the call. */
  readonly w?: readonly string[];
  /** What the reply was to be like, in every-turn play. */
  readonly o?: string;
  readonly v?: readonly PageVerdict[];
}

export interface PageVerdict {
  /** Grader. */
  readonly g: string;
  /** Place in `pageMarks`. */
  readonly m: number;
  readonly s?: number;
  /** The score with its scale as text, where it has no meaning without: `0 (−3…3, passing score 1)`. */
  readonly c?: string;
  /** The score on 0–1. */
  readonly u?: number;
  /** Reason; of an ungraded one its cause first. */
  readonly x: string;
  /** Where it comes from: deck, model, later grading. */
  readonly p?: string;
  /** Evidence, as it was recorded. */
  readonly d?: unknown;
  /** What the judge was asked and said. */
  readonly j?: PageJudgment;
}

export interface PageJudgment {
  /** The request: role and text. */
  readonly q: readonly (readonly [role: string, text: string])[];
  /** The reply. */
  readonly a?: string;
  /** Metrics of the call. */
  readonly k?: string;
}

/** JSON that is safe inside a script element: no `<` that could end it, no line separator that editors break at. */
export function toBlockJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<\u2028\u2029]/g, toEscape);
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
