import { definedOnly } from '../../base/defined-only.ts';
import { type Problem, toWarning } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import { errorAt, type PlacedData } from '../syntax/placed-data.ts';

/** What is lost with a key, and what to do instead on a second line. */
export type Losses = Readonly<Record<string, string>>;

const notKept = 'Turnwise does not keep it.\nUse "tags" for what you filter by.';
const workspace =
  'Turnwise does not prepare workspaces. It copies no files, clones no repositories and runs no hooks.\nPrepare the folder before the run, and set "cwd" of the target.';
const preprocessors = 'Turnwise runs no preprocessors. It reads attached files as text.';
const vars =
  'Turnwise fills in the variables of a case, and none of the whole file.\nWrite them as `vars` of each case.';
const evaluator =
  'Turnwise has no default kind of evaluator. Without graders, an LLM judge compares the reply with the outcome.';
const environment = 'Turnwise does not prepare environments. The target runs where it is.';

/** Keys at the top of a file. */
export const headLosses: Losses = {
  version: 'Turnwise does not record the version of an eval file.',
  author: notKept,
  license: notKept,
  category: notKept,
  requires: 'Turnwise does not check which version of AgentV the file needs.',
  metadata: notKept,
  governance: 'Turnwise does not keep governance labels. They do not change what runs.\nUse "tags" to report on them.',
  workspace,
  environment,
  defaults: 'Turnwise does not apply them to the cases.\nWrite the values in each case.',
  preprocessors,
  vars,
  evaluator,
  evaluators_mode: 'Turnwise decides by the key of the case list whether graders of a case replace those of the file.',
  experiment: 'Turnwise has no experiments.\nCompare runs with `turnwise compare`.',
  on_run_complete: 'Turnwise runs no hooks.',
  threshold: 'Turnwise takes the pass rate from the command line.\nUse `--threshold`.',
  repeat: 'Turnwise takes the number of repeats from the command line.\nUse `--repeat`.',
  budget_usd: 'Turnwise takes the budget from the command line.\nUse `--budget-usd`.',
  timeout_seconds: 'Turnwise takes the time limit from the target.\nSet "timeout" of the target.',
  suite: 'Turnwise groups results by the name of the eval.\nWrite it as "name".',
  imports:
    'The cases of the files in it are not read.\nAdd raw cases as "tests: file://<path>", and run suites on their own.',
};

/** Keys of a case. */
export const caseLosses: Losses = {
  metadata: notKept,
  governance: headLosses.governance ?? '',
  category: notKept,
  workspace,
  environment,
  preprocessors,
  vars: 'It is not a mapping of names to values.',
  evaluator,
  aggregation:
    'Turnwise reports the mean, the minimum and the last score of the turns. A case passes if all of its turns pass.',
  window_size: 'Turnwise shows its judges the whole history.',
  mode: 'Turnwise plays turns one after another, and has no other mode here.',
  depends_on: 'Turnwise plays cases in any order.',
  on_dependency_failure: 'Turnwise plays cases in any order.',
  threshold: 'Turnwise passes a case if all of its graders pass.\nSet a threshold per grader.',
  run: 'Turnwise takes these settings from the command line.\nSee `turnwise run --help`.',
};

/** Keys of `execution`, in a file or in a case. */
export const executionLosses: Losses = {
  trials: 'Turnwise takes the number of repeats from the command line.\nUse `--repeat`.',
  runs: 'Turnwise takes the number of repeats from the command line.\nUse `--repeat`.',
  workers: 'Turnwise limits concurrency per target.\nSet "limits: {concurrency: …}" of the target.',
  cache: 'Turnwise caches replies by its own rules.\nUse `--no-cache` to ask again.',
  cache_path: 'Turnwise caches replies in its database.',
  threshold: 'Turnwise takes the pass rate from the command line.\nUse `--threshold`.',
  budget_usd: 'Turnwise takes the budget from the command line.\nUse `--budget-usd`.',
  total_budget_usd: 'Turnwise takes the budget from the command line.\nUse `--budget-usd`.',
  cost_limit_usd: 'Turnwise takes the budget from the command line.\nUse `--budget-usd`.',
  fail_on_error: 'Turnwise continues after errors and counts them.\nUse `--allow-ungraded` to tolerate them.',
  evaluators_mode: headLosses.evaluators_mode ?? '',
  constraints: 'Turnwise does not limit single cases.\nUse `--max-tokens` and `--max-seconds`.',
};

interface KeyList {
  readonly data: PlacedData;
  readonly path: readonly PathSegment[];
  readonly value: unknown;
  /** Keys that are honored. */
  readonly known: readonly string[];
  readonly losses?: Losses;
  /** The key with its parents, as people say it: `execution.`. */
  readonly prefix?: string;
}

/** Reports each key of a mapping that Turnwise cannot honor. */
export function listLostKeys({ data, path, value, known, losses = {}, prefix = '' }: KeyList): readonly Problem[] {
  const keys = isPlainObject(value) ? Object.keys(value).filter((key) => !known.includes(key)) : [];
  return keys.map((key) => {
    const [loss, hint = suggestKnown(key, [...known, ...Object.keys(losses)])] = explain(losses, key);
    const message = `Turnwise ignores the AgentV key "${prefix}${key}".${loss === undefined ? '' : ` ${loss}`}`;
    return lostAt(data, [...path, key], definedOnly({ message, hint }));
  });
}

const unfilled = /\$\{\{\s*([A-Za-z_]\w*)\s*\}\}/g;

/** Reports environment variables in texts of a case, or of what its cases share. Turnwise fills them in only in targets. */
export function listUnfilled({ data, path, value }: Pick<KeyList, 'data' | 'path' | 'value'>): readonly Problem[] {
  const found = findVariables(value);
  if (found === undefined) return [];
  const names = [...new Set(found.names)].map((name) => `"${name}"`);
  const what = names.length === 1 ? 'the variable' : 'the variables';
  const message = `Turnwise does not fill in ${what} ${names.join(', ')}. It sends the text as it is written.`;
  const hint = 'Write the value. Turnwise fills in environment variables only in targets.';
  return [toWarning(errorAt(data, [...path, ...found.path], { code: 'EVAL_FOREIGN_KEY', message, hint }))];
}

interface FoundVariables {
  /** Where the first of them is. */
  readonly path: readonly PathSegment[];
  readonly names: readonly string[];
}

function findVariables(value: unknown): FoundVariables | undefined {
  if (typeof value === 'string') {
    const names = [...value.matchAll(unfilled)].map(([, name = '']) => name);
    return names.length === 0 ? undefined : { path: [], names };
  }
  const entries = Array.isArray(value) ? [...value.entries()] : isPlainObject(value) ? Object.entries(value) : [];
  const inner = entries.flatMap(([key, part]) => {
    const found = findVariables(part);
    return found === undefined ? [] : [{ path: [key, ...found.path], names: found.names }];
  });
  const [first] = inner;
  return first && { path: first.path, names: inner.flatMap(({ names }) => names) };
}

function explain(losses: Losses, key: string): readonly (string | undefined)[] {
  return Object.hasOwn(losses, key) ? (losses[key]?.split('\n') ?? []) : [];
}

function suggestKnown(key: string, known: readonly string[]): string | undefined {
  const nearest = findNearest(key, known);
  return nearest === undefined || nearest === key ? undefined : `Did you mean "${nearest}"?`;
}

/** The warning that something of an AgentV file is lost. */
export function lostAt(
  data: PlacedData,
  path: readonly PathSegment[],
  input: { readonly message: string; readonly hint?: string },
): Problem {
  return toWarning(errorAt(data, path, { code: 'EVAL_FOREIGN_KEY', ...input }, 'key'));
}
