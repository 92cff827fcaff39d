import { type Problem, toWarning } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { errorAt } from '../syntax/placed-data.ts';
import { fromEvaluators, type ReadPrompt } from './evaluators.ts';

/** Whether the file declares AgentV's schema, version 2. */
export function isAgentvEval(value: unknown): boolean {
  return isPlainObject(value) && typeof value.$schema === 'string' && value.$schema.startsWith('agentv-eval');
}

/** Keys that only AgentV files have, in one of its dialects. */
const foreignKeys = [
  ...['evalcases', 'expected_outcome', 'input', 'expected_output'],
  ...['assertions', 'execution', 'rubrics', 'evaluators'],
];

/** Whether the file was written for AgentV, in any dialect. Its schema, or a key of the file or of a case, shows it. */
export function isWrittenForAgentv(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  if (typeof value.$schema === 'string' && value.$schema.startsWith('agentv-')) return true;
  const cases = [value.evalcases, value.cases, value.tests].flatMap((list) => (Array.isArray(list) ? list : []));
  return [value, ...cases].some((one) => isPlainObject(one) && foreignKeys.some((key) => Object.hasOwn(one, key)));
}

export interface Converted {
  readonly value: unknown;
  readonly problems: readonly Problem[];
}

const headKeys = ['$schema', 'description', 'target', 'dataset', 'evalcases'];
const caseKeys = ['id', 'outcome', 'input_messages', 'expected_messages', 'conversation_id', 'note', 'tags'];

/** AgentV calls the name of an eval `dataset`. */
export function nameFromDataset(value: unknown): unknown {
  if (!isPlainObject(value) || value.dataset === undefined || value.name !== undefined) return value;
  const { dataset: name, ...rest } = value;
  return { ...rest, name };
}

/** Converts the top of an AgentV file. `evaluator` only repeats AgentV's default kind. */
export function fromAgentvHead(data: PlacedData): Converted {
  const value = isPlainObject(data.value) ? data.value : {};
  return {
    value: nameFromDataset(pick(value, headKeys)),
    problems: listForeignKeys({ data, path: [], value }, [...headKeys, 'evaluator']),
  };
}

/** A value, and its path in the data. */
export interface WrittenCase {
  readonly data: PlacedData;
  readonly path: readonly PathSegment[];
  readonly value: unknown;
}

/** Converts a case of an AgentV file: evaluators become graders, and only the first expected message counts. */
export function fromAgentvCase(written: WrittenCase, readPrompt: ReadPrompt): Converted {
  const { data, path, value } = written;
  if (!isPlainObject(value)) return { value, problems: [] };
  const execution = isPlainObject(value.execution) ? value.execution : {};
  const { evaluators = value.evaluators, target } = execution;
  const listPath = [...path, ...(value.evaluators === evaluators ? ['evaluators'] : ['execution', 'evaluators'])];
  const { graders, problems: lost } = fromEvaluators(evaluators, { data, path: listPath, readPrompt });
  const problems = [...listForeignKeys(written, [...caseKeys, 'evaluators', 'execution']), ...lost];
  const expected = value.expected_messages;
  return {
    value: {
      ...pick(value, caseKeys),
      ...(Array.isArray(expected) ? { expected_messages: expected.slice(0, 1) } : {}),
      ...(graders.length > 0 ? { graders } : {}),
      ...(typeof target === 'string' ? { targets: [target] } : {}),
    },
    problems,
  };
}

function pick(value: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}

function listForeignKeys({ data, path, value }: WrittenCase, known: readonly string[]): readonly Problem[] {
  const keys = isPlainObject(value) ? Object.keys(value).filter((key) => !known.includes(key)) : [];
  return keys.map((key) => {
    const message = `Turnwise ignores the AgentV key "${key}".`;
    return toWarning(errorAt(data, [...path, key], { code: 'EVAL_FOREIGN_KEY', message }, 'key'));
  });
}
