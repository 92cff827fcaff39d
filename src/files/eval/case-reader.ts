import { definedOnly } from '../../base/defined-only.ts';
import type { Place, Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type PathSegment, type SchemaIssue } from '../../base/schema-check.ts';
import type { EvalCase, PlayMode } from '../../conversation/case.ts';
import type { GraderSpec } from '../../conversation/grader-spec.ts';
import type { UnreadCase } from '../agentv/case-files.ts';
import { type ConvertedCase, fromAgentvCase, type WrittenCase } from '../agentv/convert-case.ts';
import type { AgentvFile } from '../agentv/convert-head.ts';
import type { EvaluatorFiles } from '../agentv/evaluator.ts';
import type { Attachments } from '../project/attachments.ts';
import { errorAt, type PlacedData, SeenIds, toProblems } from '../syntax/placed-data.ts';
import { type CaseToCheck, checkCase, toCheck } from './check-case.ts';
import {
  checkGraderFiles,
  checkGraderIds,
  checkGraders,
  explainRenamed,
  listOwnGraders,
  listValidGraders,
  type PlacedGrader,
} from './check-graders.ts';
import { CaseShape } from './eval-shape.ts';
import { toEvaluatorFiles } from './evaluator-files.ts';

/** One case, or the problems that keep it from being one. A case can have warnings. */
export interface CaseReading {
  /** The id of the case, if it could be read. */
  readonly id?: string;
  readonly evalCase?: EvalCase;
  /** The readable graders of the case itself. Absent for a case that was read before. */
  readonly graders?: readonly PlacedGrader[];
  /** Its index among the cases of the file. */
  readonly position: number;
  readonly problems: readonly Problem[];
  /** The place of a key or value of the case. An empty path is the case itself. */
  readonly placeOf: (path: readonly PathSegment[]) => Place;
}

export interface ReadCasesOptions extends ReadCaseOptions {
  /** Whether to skip the case at an index. Skipped JSON lines are not parsed. */
  readonly skip?: (position: number) => boolean;
}

interface ReadCaseOptions {
  /** Whether it was read before without problems. Then only its schema is checked. */
  readonly isChecked?: boolean;
}

/** Reads cases one after another, and remembers their ids. */
export class CaseReader {
  readonly #attachments: Attachments;
  readonly #defaults: CaseDefaults;
  readonly #files: EvaluatorFiles;
  readonly #agentv: AgentvFile | undefined;
  readonly #seen = new SeenIds();
  #position = 0;

  /** `agentv`: what cases take from an AgentV file. Undefined: the cases are in our own form. */
  constructor(attachments: Attachments, defaults: CaseDefaults, agentv?: AgentvFile) {
    this.#attachments = attachments;
    this.#files = toEvaluatorFiles(attachments);
    this.#defaults = defaults;
    this.#agentv = agentv;
  }

  restart(): void {
    this.#seen.clear();
    this.#position = 0;
  }

  /** Index of the next case. */
  get position(): number {
    return this.#position;
  }

  /** Skips a case without reading it. */
  pass(): void {
    this.#position += 1;
  }

  /** Reads cases that can be in several files, where some of them cannot be read. */
  async *readList(
    entries: AsyncIterable<WrittenCase | UnreadCase> | Iterable<WrittenCase>,
    { skip, isChecked = false }: ReadCasesOptions = {},
  ): AsyncGenerator<CaseReading> {
    for await (const entry of entries) {
      const position = this.#position;
      if ('problems' in entry) yield { position: this.#position++, ...entry };
      else if (skip?.(position) === true) this.pass();
      else yield this.read(entry, { isChecked });
    }
  }

  read(written: WrittenCase, { isChecked = false }: ReadCaseOptions = {}): CaseReading {
    const { path } = written;
    const position = this.#position++;
    const converted = this.#convert(written);
    const { data } = converted;
    const placeOf = (inner: readonly PathSegment[]) => data.placeOf([...path, ...inner]);
    const defaults = converted.isWithoutFileGraders === true ? { ...this.#defaults, graders: [] } : this.#defaults;
    const id = nameOf(converted.value, position);
    const problems = [...converted.problems, ...(isChecked ? [] : this.#checkId(data, path, id))];
    const result = checkSchema(CaseShape, converted.value);
    if (result.value === undefined) {
      const found = toProblems(result.issues.map(suggestKey), data, {
        prefix: 'EVAL',
        base: path,
        where: `case "${id}"`,
      });
      const graders = listValidGraders(converted.value);
      problems.push(...found, ...checkGraderFiles(this.#toEmptyCheck(data, path), graders));
      return { id, graders, position, problems, placeOf };
    }
    const evalCase = toCase(result.value, defaults, position);
    if (isChecked) return { id, evalCase, position, problems, placeOf };
    const check = this.#toCheck(evalCase, data, path);
    const headCount = defaults.graders.length;
    problems.push(...checkCase(check), ...checkGraders(check, headCount));
    return { id, evalCase, graders: listOwnGraders(evalCase, headCount), position, problems, placeOf };
  }

  /** `placed`: the readable graders of the file. */
  checkHeadGraders(data: PlacedData, placed: readonly PlacedGrader[]): readonly Problem[] {
    const check = this.#toEmptyCheck(data, []);
    const ofFile = { of: 'the file', path: ['graders'] };
    return [...checkGraderFiles(check, placed), ...checkGraderIds(check, this.#defaults.graders, ofFile)];
  }

  /** A check without a case: for graders of the file, or for a case that could not be read. */
  #toEmptyCheck(data: PlacedData, path: readonly PathSegment[]): CaseToCheck {
    return this.#toCheck(toCase({}, this.#defaults, 0), data, path);
  }

  #toCheck(evalCase: EvalCase, data: PlacedData, path: readonly PathSegment[]): CaseToCheck {
    const isForeign = this.#agentv !== undefined;
    return toCheck({ evalCase, data, path, attachments: this.#attachments, isForeign });
  }

  #checkId(data: PlacedData, path: readonly PathSegment[], id: string): readonly Problem[] {
    const other = this.#seen.add(id, { data, path, what: 'case', number: this.#position });
    if (other === undefined) return [];
    const message = `The id "${id}" is already used by ${other}.`;
    const hint = 'Give each case its own id.';
    return [errorAt(data, [...path, 'id'], { code: 'EVAL_DUPLICATE_ID', message, hint })];
  }

  #convert(written: WrittenCase): ConvertedCase {
    if (this.#agentv === undefined) return { value: written.value, data: written.data, problems: [] };
    return fromAgentvCase(written, this.#agentv, this.#files);
  }
}

/** Keys of other formats, with their names in a case. */
const otherNames: Readonly<Record<string, string>> = { messages: 'input_messages', conversation: 'input_messages' };

function suggestKey(issue: SchemaIssue): SchemaIssue {
  const [key] = issue.path;
  const isForeign = issue.kind === 'unknown-key' && issue.path.length === 1 && typeof key === 'string';
  if (!isForeign || !Object.hasOwn(otherNames, key)) return explainRenamed(issue);
  return { ...issue, hint: `Did you mean "${otherNames[key]}"?` };
}

function nameOf(value: unknown, position: number): string {
  const id = isPlainObject(value) ? value.id : undefined;
  return typeof id === 'string' ? id : `case-${position + 1}`;
}

/** Values that a case takes from its file. */
export interface CaseDefaults {
  readonly eval: string;
  readonly graders: readonly GraderSpec[];
  readonly play?: PlayMode | readonly PlayMode[] | undefined;
}

/** Fills in the defaults of a case. `position` is its index in the file. */
function toCase(shape: CaseShape, defaults: CaseDefaults, position: number): EvalCase {
  const { id, tags, criteria, outcome = criteria, graders = [], play, input_messages: input = [], ...rest } = shape;
  return {
    ...rest,
    id: id ?? `case-${position + 1}`,
    eval: defaults.eval,
    tags: tags ?? [],
    ...definedOnly({ outcome }),
    input_messages: input,
    play: [play ?? defaults.play ?? toDefaultPlay(shape)].flat(),
    graders: [...defaults.graders, ...graders],
  };
}

function toDefaultPlay(shape: CaseShape): PlayMode {
  if (shape.turns !== undefined) return 'script';
  return shape.simulate === undefined ? 'reply' : 'simulate';
}
