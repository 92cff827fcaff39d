/*
 * The data of the HTML report: written by src/report/html, read by web/report. Keys have one letter, because each
 * appears in the file many thousand times. A report is self-contained and includes the script that reads it, so the
 * format may change with any version.
 *
 * Cases are in chunks. A chunk is two blocks of JSON: a PageIndex, read at once for the list, and an array of PageCase,
 * one per line in the same order. A line is read when its case is opened.
 */

/** CSS classes of the two kinds of blocks. */
export const indexBlock = 'tw-index';
export const caseBlock = 'tw-cases';

/** CSS class of a note that is below the cases until the script moves it to the top. */
export const lateNote = 'tw-late';

/** `unfinished`: the conversation was not completed. */
export const pageStatuses = ['pass', 'fail', 'error', 'ungraded', 'skipped', 'unfinished'] as const;
export type PageStatus = (typeof pageStatuses)[number];

export const pageMarks = ['pass', 'fail', 'ungraded'] as const;
export type PageMark = (typeof pageMarks)[number];

/** Every status has its own sign, so that it does not depend on color. */
export const statusSigns: Readonly<Record<PageStatus | PageMark, string>> = {
  pass: '✓',
  fail: '✗',
  error: '!',
  ungraded: '?',
  skipped: '–',
  unfinished: '…',
};

/** The data of a chunk of cases for the list and the filters. */
export interface PageIndex {
  /** Every name in the rows, once. A row has the index of the name. */
  readonly names: readonly string[];
  readonly rows: readonly PageRow[];
}

export type PageRow = readonly [
  id: string,
  /** Index in `pageStatuses`. */
  status: number,
  /** Index in `names`, like the next three. */
  dataset: number,
  target: number,
  send: number,
  play: number,
  repeat: number,
  /** Indexes in `names`. */
  tags: readonly number[],
  /** Two numbers per grader: its index in `names`, and the index in `pageMarks` of its worst verdict. */
  graders: readonly number[],
  /** Index of the first turn with a verdict other than pass. -1: none. */
  firstFailure: number,
  /** Mean over turns on 0–1. null: nothing was graded. */
  score: number | null,
  /** Total of the target's replies, without cached ones. */
  latencyMs: number,
  /** Total of the target's replies with a known cost. */
  costUsd: number,
];

/** One conversation. */
export interface PageCase {
  /** Turns in order. */
  readonly t: readonly PageTurn[];
  /** Verdicts on the conversation as a whole. */
  readonly v?: readonly PageVerdict[];
  /** Mean, lowest and last score of the turns on 0–1. */
  readonly f?: readonly (number | null)[];
  /** Why it was skipped. */
  readonly n?: string;
  /** The error: cause and facts, message, other output of the target. */
  readonly e?: readonly [head: string, message: string, details: string];
  /** How a simulation ended, then problems of the simulated user. */
  readonly s?: readonly string[];
  /** Earlier attempts that were abandoned: the reason, and the messages. */
  readonly a?: readonly (readonly [why: string, turns: readonly PageTurn[]])[];
}

export interface PageTurn {
  /** Turn index. */
  readonly i: number;
  readonly r: string;
  /** Text as in a transcript, with the names of files and images. */
  readonly x: string;
  /** Name of the speaker or of the tool. */
  readonly n?: string;
  /** The texts in the question, if they differ: with attached files. */
  readonly q?: string;
  /** Tool calls. */
  readonly c?: readonly string[];
  /** References: URL and title. */
  readonly u?: readonly (readonly [url: string, title: string])[];
  /** A reply: 1 by the target, 2 by the simulated user. Absent: an input message. */
  readonly b?: 1 | 2;
  /** Metrics of the call. */
  readonly k?: string;
  /** What an agent did inside the reply: role and text. */
  readonly p?: readonly (readonly [role: string, text: string])[];
  /** Notes of the call. */
  readonly w?: readonly string[];
  /** The reference, in every-turn play. */
  readonly o?: string;
  readonly v?: readonly PageVerdict[];
}

export interface PageVerdict {
  /** Grader. */
  readonly g: string;
  /** Index in `pageMarks`. */
  readonly m: number;
  readonly s?: number;
  /** The score with its scale, for judges: `0 (−3…3, passing score 1)`. */
  readonly c?: string;
  /** The score on 0–1. */
  readonly u?: number;
  /** The reason. For an ungraded verdict, the cause comes first. */
  readonly x: string;
  /** The origin of the verdict: deck, model, later grading. */
  readonly p?: string;
  /** 1: it decides nothing. It is a part of a composite, or has the weight 0. */
  readonly w?: 1;
  /** Evidence, as recorded. */
  readonly d?: unknown;
  /** The request to the judge and its reply. */
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

/** JSON that is safe inside a script element: no `<` that could end it, and no line separator that editors break at. */
export function toBlockJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<\u2028\u2029]/g, toEscape);
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
