import { Fault, type Place, type Problem, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type PathSegment } from '../../base/schema-check.ts';
import { SeenNames } from '../../base/seen-names.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { Attachments } from '../project/attachments.ts';
import { toProblems } from '../syntax/schema-problems.ts';
import type { Source } from '../syntax/source.ts';
import { type Converted, fromAgentvCase } from './agentv.ts';
import { checkCase, checkGraderFiles } from './check-case.ts';
import { CaseShape, type EvalHead } from './eval-shape.ts';
import { type CaseDefaults, toCase } from './to-case.ts';

/** One case, or the problems that keep it from being one. Warnings may stand beside a case. */
export interface CaseReading {
  /** The id of the case, as far as it could be read. */
  readonly id?: string;
  readonly evalCase?: EvalCase;
  readonly problems: readonly Problem[];
  /** Where a key or value of the case stands; the case itself for an empty path. */
  readonly placeOf: (path: readonly PathSegment[]) => Place;
}

/** Reads cases one after another, knowing the ids it has seen. */
export class CaseReader {
  readonly #attachments: Attachments;
  readonly #defaults: CaseDefaults;
  #seen = new SeenNames();
  #position = 0;

  constructor(attachments: Attachments, defaults: CaseDefaults) {
    this.#attachments = attachments;
    this.#defaults = defaults;
  }

  restart(): void {
    this.#seen = new SeenNames();
    this.#position = 0;
  }

  read(source: Source, path: readonly PathSegment[], written: unknown, isForeign = false): CaseReading {
    const position = this.#position++;
    const placeOf = (inner: readonly PathSegment[]) => source.placeOf([...path, ...inner]);
    const { value, problems } = isForeign
      ? fromAgentvCase(source, path, written, (prompt) => this.#findPrompt(prompt))
      : ({ value: written, problems: [] } satisfies Converted);
    const result = checkSchema(CaseShape, value);
    const id = nameOf(value, position);
    if (result.value === undefined) {
      const where = `case "${id}"`;
      const found = toProblems(result.issues, source, { prefix: 'EVAL', base: path, where });
      return { id, problems: [...problems, ...found], placeOf };
    }
    const evalCase = toCase(result.value, this.#defaults, position);
    const check = { evalCase, source, path, attachments: this.#attachments };
    const found = [
      ...problems,
      ...this.#checkId(source, path, evalCase.id),
      ...checkCase(check),
      ...checkGraderFiles(check, ['graders'], result.value.graders ?? []),
    ];
    return { id, evalCase, problems: found, placeOf };
  }

  checkHeadGraders(source: Source, head: EvalHead): readonly Problem[] {
    const evalCase = toCase({}, this.#defaults, 0);
    return checkGraderFiles(
      { evalCase, source, path: [], attachments: this.#attachments },
      ['graders'],
      head.graders ?? [],
    );
  }

  #checkId(source: Source, path: readonly PathSegment[], id: string): readonly Problem[] {
    const first = this.#seen.add(id, path.length === 0 ? (source.placeOf([]).line ?? 0) : this.#position);
    if (first === undefined) return [];
    const place = source.placeOf([...path, 'id']);
    const other = path.length === 0 ? `line ${first}` : `case number ${first}`;
    const message = `The id "${id}" is taken by ${other} already.`;
    const hint = 'Give each case its own id.';
    return [toError({ code: 'EVAL_DUPLICATE_ID', message, hint, reading: source.reading, ...place })];
  }

  #findPrompt(path: string): string | undefined {
    try {
      return this.#attachments.readText(path);
    } catch (error) {
      if (error instanceof Fault) return undefined;
      throw error;
    }
  }
}

function nameOf(value: unknown, position: number): string {
  const id = isPlainObject(value) ? value.id : undefined;
  return typeof id === 'string' ? id : `case-${position + 1}`;
}
