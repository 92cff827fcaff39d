import { Fault, type Place, type Problem, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/hash.ts';
import { checkSchema, type PathSegment } from '../../base/schema-check.ts';
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
  readonly evalCase?: EvalCase;
  readonly problems: readonly Problem[];
  readonly place: Place;
}

/** Reads cases one after another, knowing the ids it has seen. */
export class CaseReader {
  readonly #attachments: Attachments;
  readonly #defaults: CaseDefaults;
  readonly #lines = new Map<string, number>();
  #position = 0;

  constructor(attachments: Attachments, defaults: CaseDefaults) {
    this.#attachments = attachments;
    this.#defaults = defaults;
  }

  restart(): void {
    this.#lines.clear();
    this.#position = 0;
  }

  read(source: Source, path: readonly PathSegment[], written: unknown, isForeign = false): CaseReading {
    const position = this.#position++;
    const { value, problems } = isForeign
      ? fromAgentvCase(source, path, written, (prompt) => this.#findPrompt(prompt))
      : ({ value: written, problems: [] } satisfies Converted);
    const result = checkSchema(CaseShape, value);
    if (result.value === undefined) {
      const where = `case "${nameOf(value, position)}"`;
      const found = toProblems(result.issues, source, { prefix: 'EVAL', base: path, where });
      return { problems: [...problems, ...found], place: source.placeOf(path) };
    }
    const evalCase = toCase(result.value, this.#defaults, position);
    const check = { evalCase, source, path, attachments: this.#attachments };
    const found = [
      ...problems,
      ...this.#checkId(source, path, evalCase.id),
      ...checkCase(check),
      ...checkGraderFiles(check, ['graders'], result.value.graders ?? []),
    ];
    return { evalCase, problems: found, place: { file: source.file } };
  }

  checkHeadGraders(source: Source, head: EvalHead): readonly Problem[] {
    const evalCase = toCase({}, this.#defaults, 0);
    return checkGraderFiles({ evalCase, source, path: [], attachments: this.#attachments }, ['graders'], head.graders ?? []);
  }

  #checkId(source: Source, path: readonly PathSegment[], id: string): readonly Problem[] {
    const first = this.#lines.get(id);
    if (first === undefined) {
      this.#lines.set(id, path.length === 0 ? (source.placeOf([]).line ?? 0) : Number(path.at(-1)));
      return [];
    }
    const place = source.placeOf([...path, 'id']);
    const other = path.length === 0 ? `line ${first}` : `case number ${first + 1}`;
    const message = `The id "${id}" is taken by ${other} already.`;
    return [toError({ code: 'EVAL_DUPLICATE_ID', message, hint: 'Give each case its own id.', reading: source.reading, ...place })];
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
  const id = isPlainObject(value) ? value['id'] : undefined;
  return typeof id === 'string' ? id : `case-${position + 1}`;
}
