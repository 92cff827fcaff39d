import { isPlainObject } from '../../base/plain-object.ts';

/** The names of the case list in AgentV files. */
export const caseListKeys = ['evalcases', 'eval_cases', 'cases', 'tests'] as const;

/** Keys that only AgentV files have, at the top or in a case, in one of its dialects. */
const foreignKeys: readonly string[] = [
  ...['evalcases', 'eval_cases', 'expected_outcome', 'input', 'expected_output'],
  ...['assertions', 'execution', 'rubrics', 'evaluators'],
];

/**
 * Whether a file was written for AgentV, in any dialect. Its schema, a key of the file or of a case, or cases in
 * another file show it. A bare list of cases, and one case of JSON Lines, count too.
 */
export function isWrittenForAgentv(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isForeignEntry);
  if (!isPlainObject(value)) return false;
  if (typeof value.$schema === 'string' && value.$schema.startsWith('agentv-')) return true;
  return [value, ...listEntries(value)].some(isForeignEntry);
}

function listEntries(value: Record<string, unknown>): readonly unknown[] {
  return caseListKeys.flatMap((key) => value[key] ?? []);
}

function isForeignEntry(entry: unknown): boolean {
  // In our files, cases are never in another file.
  if (typeof entry === 'string') return isCaseFile(entry);
  return isPlainObject(entry) && foreignKeys.some((key) => Object.hasOwn(entry, key));
}

/**
 * Whether an entry of the case list, or the list itself, names a file with cases or a folder of them:
 * `file://cases/a.yaml`, `./cases/`.
 */
export function isCaseFile(entry: string): boolean {
  return /^(?:file:\/\/|\.{1,2}\/)/.test(entry) || /^[^\n]+(?:\.(?:ya?ml|jsonl?)|\/)$/.test(entry);
}

/** Keys that a case for AgentV has in addition to its messages. */
const caseKeys = ['id', 'criteria', 'outcome', 'expected_outcome', 'expected_output', 'assertions', 'rubrics'];
/** Keys of a recorded result. AgentV writes the input of the case into it too. */
const resultKeys = ['output', 'score', 'scores', 'timestamp', 'candidate_answer', 'eval_id', 'test_id'];

/** Whether these are the keys of one case of AgentV: an entry of a bare list, or a line of JSON Lines. */
export function isAgentvCase(keys: readonly string[]): boolean {
  const has = (names: readonly string[]) => names.some((name) => keys.includes(name));
  return has(['input', 'input_messages']) && has(caseKeys) && !has(resultKeys);
}

/** Keys that are at the top of a file and never in a case of AgentV, apart from those in both. */
const headKeys = ['name', 'description', 'dataset', 'execution', 'evaluator', 'evaluators', 'assertions', 'target'];

/** Whether a YAML file without cases can be the head of the JSON Lines next to it. */
export function isAgentvHead(value: unknown): value is Record<string, unknown> {
  if (!isPlainObject(value) || caseListKeys.some((key) => Object.hasOwn(value, key))) return false;
  const keys = Object.keys(value);
  return keys.some((key) => headKeys.includes(key)) && !keys.some((key) => ['id', 'input_messages'].includes(key));
}

/** The JSON Lines whose head a YAML file would be. */
export function toLinesPath(path: string): string | undefined {
  return /\.ya?ml$/i.test(path) ? path.replace(/\.ya?ml$/i, '.jsonl') : undefined;
}
