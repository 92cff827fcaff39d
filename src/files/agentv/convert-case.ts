import { definedOnly } from '../../base/defined-only.ts';
import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { errorAt, type PlacedData } from '../syntax/placed-data.ts';
import { type AgentvFile, listExecutionLosses, listTargetLosses, toTags, toTargets } from './convert-head.ts';
import type { EvaluatorFiles } from './evaluator.ts';
import { hasEvaluators, toGraders } from './graders.ts';
import { caseLosses, listLostKeys, listUnfilled } from './lost-keys.ts';
import {
  type ConvertedMessages,
  isSameMessages,
  listMessagePaths,
  toContent,
  toInput,
  toReference,
  type WrittenValue,
  withFiles,
} from './messages.ts';
import { TemplateVars } from './template-vars.ts';
import { type WrittenPath, withWrittenPaths } from './written-paths.ts';

type Mapping = Record<string, unknown>;

/** A case as it was written, and its path in the data. */
export interface WrittenCase {
  readonly data: PlacedData;
  readonly path: readonly PathSegment[];
  readonly value: unknown;
}

export interface ConvertedCase {
  /** The case in our form. It is not checked yet. */
  readonly value: unknown;
  /** The data with the paths of converted values. */
  readonly data: PlacedData;
  readonly problems: readonly Problem[];
  /** Whether the graders of the file do not apply to the case. */
  readonly isWithoutFileGraders?: boolean;
}

/** Keys of our own format. They keep their meaning. */
const ownKeys = ['id', 'tags', 'conversation_id', 'note', 'simulate', 'play', 'graders', 'targets'];
const outcomeKeys = ['outcome', 'expected_outcome', 'criteria'];
const inputKeys = ['input_messages', 'input'];
const referenceKeys = ['expected_messages', 'expected_output', 'reference_answer'];
const readKeys = [
  ...['description', 'execution', 'evaluators', 'assertions', 'assert', 'rubrics', 'target'],
  ...['input_files', 'turns', 'on_turn_failure'],
];

/** Converts a case of an AgentV file to our form. */
export function fromAgentvCase(written: WrittenCase, file: AgentvFile, files: EvaluatorFiles): ConvertedCase {
  const { data, path } = written;
  if (!isPlainObject(written.value)) return { value: written.value, data, problems: [] };
  const vars = isPlainObject(written.value.vars) ? new TemplateVars(written.value.vars) : undefined;
  const value = vars?.fillCase(written.value) ?? written.value;
  const execution = isPlainObject(value.execution) ? value.execution : {};
  const isAlone = execution.skip_defaults === true || (file.isReplacing && hasEvaluators(value));
  const readCase = new CaseKeys(written, value, files);
  const outcome = readCase.outcome();
  const input = readCase.input(withFilled(file, vars), execution.skip_defaults === true);
  const reference = readCase.reference();
  const turns = readCase.turns();
  const graders = readCase.graders(isAlone ? [] : file.graderIds);
  const known = [...ownKeys, ...outcomeKeys, ...inputKeys, ...referenceKeys, ...readKeys];
  if (vars !== undefined) known.push('vars');
  const isConversation = value.mode === 'conversation' && turns !== undefined;
  const converted = definedOnly({
    ...pick(value, ownKeys),
    ...(value.note === undefined && typeof value.description === 'string' ? { note: value.description } : {}),
    ...toTargetList(value, execution),
    ...toCaseTags(value.tags, file.tags),
    outcome,
    input_messages: input,
    expected_messages: reference,
    turns,
    graders,
  });
  return {
    value: converted,
    data: withWrittenPaths(data, path, readCase.paths),
    problems: [
      ...listLostKeys({ data, path, value, known: isConversation ? [...known, 'mode'] : known, losses: caseLosses }),
      ...listExecutionLosses(data, path, execution),
      ...listTargetLosses(data, path, value),
      ...listTargetLosses(data, [...path, 'execution'], execution),
      ...listUnfilled({ data, path, value }),
      ...(vars?.listProblems(data, path) ?? []),
      ...readCase.problems,
    ],
    isWithoutFileGraders: isAlone,
  };
}

/** What a case takes from its file, with the placeholders filled. */
function withFilled(file: AgentvFile, vars: TemplateVars | undefined): AgentvFile {
  if (vars === undefined) return file;
  const { input, inputFiles } = file;
  return {
    ...file,
    ...(input === undefined ? {} : { input: vars.fillMessages(input) }),
    ...(inputFiles === undefined ? {} : { inputFiles: { ...inputFiles, value: vars.fill(inputFiles.value) } }),
  };
}

/** Reads the keys of one case, and remembers where their values were written. */
class CaseKeys {
  readonly paths: WrittenPath[] = [];
  readonly problems: Problem[] = [];
  readonly #written: WrittenCase;
  readonly #value: Mapping;
  readonly #files: EvaluatorFiles;

  constructor(written: WrittenCase, value: Mapping, files: EvaluatorFiles) {
    this.#written = written;
    this.#value = value;
    this.#files = files;
  }

  /** The first of the keys that is given. The others must mean the same. */
  #pick<T>(
    keys: readonly string[],
    read: (written: WrittenValue) => T,
    isSame: (a: T, b: T) => boolean,
  ): T | undefined {
    const { data, path } = this.#written;
    const given = keys.filter((key) => this.#value[key] !== undefined && this.#value[key] !== null);
    const values = given.map((key) => read({ data, path: [...path, key], value: this.#value[key] }));
    const [first] = values;
    if (first === undefined) return undefined;
    for (const [index, value] of values.entries()) {
      if (!isSame(first, value)) this.problems.push(this.#toConflict(given[0] ?? '', given[index] ?? ''));
    }
    return first;
  }

  #toConflict(first: string, second: string): Problem {
    const { data, path } = this.#written;
    const id = typeof this.#value.id === 'string' ? `Case "${this.#value.id}"` : 'The case';
    const message = `${id} has both "${first}" and "${second}", with different values.`;
    const hint = 'They mean the same. Keep one.';
    return errorAt(data, [...path, second], { code: 'EVAL_BAD_VALUE', message, hint }, 'key');
  }

  outcome(): unknown {
    return this.#pick(
      outcomeKeys,
      ({ data, path, value }) => {
        this.paths.push({ converted: ['outcome'], written: path, data });
        return value;
      },
      (a, b) => a === b,
    );
  }

  /** The messages of the file, then those of the case, with attached files. */
  input(file: AgentvFile, isSkipping: boolean): readonly unknown[] | undefined {
    const { data, path } = this.#written;
    const own = this.#pick(inputKeys, toInput, isSameMessages);
    this.#addProblems(own);
    const files = this.#value.input_files;
    const attached =
      files !== undefined
        ? { data, path: [...path, 'input_files'], value: files }
        : isSkipping
          ? undefined
          : file.inputFiles;
    const shared =
      isSkipping || (own === undefined && this.#value.turns === undefined) ? [] : (file.input?.messages ?? []);
    const messages = [...shared, ...withFiles(own?.messages ?? [], attached)];
    this.paths.push(...listMessagePaths('input_messages', messages));
    return messages.length === 0 && own === undefined ? undefined : messages.map(({ message }) => message);
  }

  reference(): readonly unknown[] | undefined {
    const found = this.#pick(referenceKeys, toReference, isSameMessages);
    this.#addProblems(found);
    this.paths.push(...listMessagePaths('expected_messages', found?.messages ?? []));
    return found?.messages.map(({ message }) => message);
  }

  graders(taken: readonly string[]): readonly unknown[] | undefined {
    const { data, path } = this.#written;
    const { graders, paths, problems } = toGraders({
      data,
      path,
      value: this.#value,
      ...this.#files,
      taken,
    });
    this.paths.push(...paths);
    this.problems.push(...problems);
    return graders.length === 0 && this.#value.graders === undefined ? undefined : graders;
  }

  turns(): unknown {
    const { turns } = this.#value;
    return Array.isArray(turns) ? turns.map((turn: unknown, index) => this.#turn(turn, index)) : turns;
  }

  /** A scripted turn: `{input, expected_output, assertions}`. */
  #turn(turn: unknown, index: number): unknown {
    if (!isPlainObject(turn) || 'user' in turn) return turn;
    const { data } = this.#written;
    const path = [...this.#written.path, 'turns', index];
    const known = [
      'input',
      'expected_output',
      'assertions',
      'assert',
      'evaluators',
      'rubrics',
      'criteria',
      ...ownTurnKeys,
    ];
    this.problems.push(...listLostKeys({ data, path, value: turn, known, losses: caseLosses, prefix: 'turns.' }));
    const graded = toGraders({ data, path, value: turn, ...this.#files });
    const at = ['turns', index];
    this.problems.push(...graded.problems);
    this.paths.push(
      ...(['user', 'expect', 'outcome'] as const).map((key) => {
        return { converted: [...at, key], written: [...path, turnNames[key]], data };
      }),
      ...graded.paths.map((one) => ({ ...one, converted: [...at, ...one.converted] })),
    );
    const onFail = this.#value.on_turn_failure;
    return definedOnly({
      ...pick(turn, ownTurnKeys),
      user: toTurnContent(turn.input),
      expect: toExpected(turn.expected_output),
      outcome: turn.criteria,
      graders: graded.graders.length === 0 ? undefined : graded.graders,
      on_fail: turn.on_fail ?? (onFail === 'stop' || onFail === 'continue' ? onFail : undefined),
    });
  }

  #addProblems(found: ConvertedMessages | undefined): void {
    this.problems.push(...(found?.problems ?? []));
  }
}

const ownTurnKeys = ['tags', 'graders', 'on_fail'];
const turnNames = { user: 'input', expect: 'expected_output', outcome: 'criteria' } as const;

/** The content of a turn. A list with one message has its content. */
function toTurnContent(value: unknown): unknown {
  const [first] = Array.isArray(value) && value.length === 1 ? value : [value];
  return toContent(isPlainObject(first) && 'role' in first ? first.content : value);
}

/** A list of values that are neither text nor parts is the JSON of the reply. */
function toExpected(value: unknown): unknown {
  const isContent = (entry: unknown) =>
    typeof entry === 'string' || (isPlainObject(entry) && ('type' in entry || 'role' in entry));
  return Array.isArray(value) && !value.every(isContent) ? JSON.stringify(value, null, 2) : toTurnContent(value);
}

function toTargetList(value: Mapping, execution: Mapping): Mapping {
  const { target, targets } = toTargets(value, execution);
  if (targets !== undefined) return { targets };
  return target === undefined ? {} : { targets: [target] };
}

function toCaseTags(own: unknown, ofFile: readonly string[]): Mapping {
  if (own === undefined && ofFile.length === 0) return {};
  if (own !== undefined && !Array.isArray(own) && !isPlainObject(own)) return { tags: own };
  return { tags: [...new Set([...ofFile, ...toTags(own)])] };
}

function pick(value: Mapping, keys: readonly string[]): Mapping {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}
