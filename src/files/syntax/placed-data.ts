import { definedOnly } from '../../base/defined-only.ts';
import { type Place, type Problem, type ProblemInput, toError } from '../../base/fault.ts';
import type { FaultCode } from '../../base/fault-codes.ts';
import type { PathSegment, SchemaIssue } from '../../base/schema-check.ts';

/** A file parsed to plain data, with the place of each key and value. */
export interface PlacedData {
  /** Path as shown to people. */
  readonly file: string;
  /** What is being read, for messages: "eval YAML". */
  readonly reading: string;
  readonly value: unknown;
  /** The place of a key or value, or of the nearest ancestor that is in the text. */
  placeOf(path: readonly PathSegment[], at?: 'key' | 'value'): Place;
}

/** The data, unless an error prevented reading. There can be problems in addition to data. */
export interface Parsed {
  readonly data?: PlacedData;
  readonly problems: readonly Problem[];
}

export interface ParseRequest {
  readonly text: string;
  readonly file: string;
  readonly reading: string;
}

/** A problem at an offset, before line and column are known. */
export interface OffsetProblem {
  readonly code: FaultCode;
  readonly message: string;
  readonly hint?: string;
  readonly offset: number;
}

export const depthLimit = 100;
export const tooDeepMessage = `The data is nested more than ${depthLimit} levels deep.`;
/** Never a key at any level, because it would reach the prototype of an object built from it. */
export const forbiddenKey = '__proto__';

/** An error at a path of the data: at the value, or at its key. */
export function errorAt(
  data: PlacedData,
  path: readonly PathSegment[],
  input: ProblemInput,
  at: 'key' | 'value' = 'value',
): Problem {
  return toError({ ...input, reading: data.reading, ...data.placeOf(path, at) });
}

/** The ids that were read, each with the place of its first entry. */
export class SeenIds {
  /** A line of JSON Lines, or a position in a list, counted from 1. As text if the entry is in another file. */
  readonly #first = new Map<string, number | string>();
  #file: string | undefined;

  clear(): void {
    this.#first.clear();
    this.#file = undefined;
  }

  /** Adds an id. Returns where it was used before: `line 3`, `case number 2`. Undefined: it is new. */
  add(id: string, { data, path, what, number }: NumberedEntry): string | undefined {
    this.#file ??= data.file;
    const isOnLine = path.length === 0;
    const first = this.#first.get(id);
    if (first === undefined) {
      const { line = 0 } = isOnLine || data.file !== this.#file ? data.placeOf(path) : {};
      this.#first.set(id, data.file !== this.#file ? `line ${line} of "${data.file}"` : isOnLine ? line : number);
      return undefined;
    }
    if (typeof first === 'string') return first;
    // Lines of another file are numbered apart from the entries of this one.
    return isOnLine && data.file === this.#file ? `line ${first}` : `${what} number ${first}`;
  }
}

/** An entry of a list, or of a line of JSON Lines. For a line, the path is empty. */
interface NumberedEntry {
  readonly data: PlacedData;
  readonly path: readonly PathSegment[];
  readonly what: 'case' | 'item';
  readonly number: number;
}

type ProblemPrefix = 'EVAL' | 'TARGETS' | 'SAMPLES' | 'DECK' | 'ITEM' | 'CONFIG' | 'CERTIFICATE';

interface IssueContext {
  readonly prefix: ProblemPrefix;
  /** Path of the checked value inside the data. */
  readonly base?: readonly PathSegment[];
  /** Names the invalid value: `case "late-refund"`. */
  readonly where?: string;
}

/** Converts schema issues to problems with their places in the file. */
export function toProblems(
  issues: readonly SchemaIssue[],
  data: PlacedData,
  context: IssueContext,
): readonly Problem[] {
  return issues.map((issue) => {
    const path = [...(context.base ?? []), ...issue.path];
    const code = issue.code ?? toCode(context.prefix, issue.kind);
    const input = { code, message: withWhere(issue, context.where), ...definedOnly({ hint: issue.hint }) };
    return errorAt(data, path, input, issue.at);
  });
}

function toCode(prefix: ProblemPrefix, kind: SchemaIssue['kind']): FaultCode {
  if (kind === 'unknown-key') return `${prefix}_UNKNOWN_KEY`;
  return kind === 'missing-key' ? `${prefix}_MISSING_KEY` : `${prefix}_BAD_VALUE`;
}

/** `Expected text, got a list of 2.` → `Expected text, got a list of 2 for "content", in case "late-refund".` */
function withWhere(issue: SchemaIssue, where: string | undefined): string {
  const sentence = issue.message.replace(/\.$/, '');
  const key = [...issue.path].reverse().find((segment) => typeof segment === 'string');
  const at = sentence.startsWith('Expected ') && key !== undefined ? ` for "${key}"` : '';
  const comma = issue.kind === 'bad-value' ? ',' : '';
  return `${sentence}${at}${where === undefined ? '' : `${comma} in ${where}`}.`;
}
