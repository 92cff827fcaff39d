import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import type { EvaluatorFiles } from './evaluator.ts';
import { listGraderIds } from './grader-ids.ts';
import { toGraders } from './graders.ts';
import { executionLosses, headLosses, listLostKeys, listUnfilled, lostAt } from './lost-keys.ts';
import { type ConvertedMessages, toInput, type WrittenValue } from './messages.ts';
import { caseListKeys } from './recognize.ts';
import { withWrittenPaths } from './written-paths.ts';

type Mapping = Record<string, unknown>;
type Path = readonly PathSegment[];

/** What the cases of an AgentV file take from it. */
export interface AgentvFile {
  /** Messages before those of each case. */
  readonly input?: ConvertedMessages;
  /** Files for the last user message of each case without files of its own. */
  readonly inputFiles?: WrittenValue;
  readonly tags: readonly string[];
  readonly graderIds: readonly string[];
  /** Whether the graders of a case replace those of the file. */
  readonly isReplacing: boolean;
}

export interface ConvertedHead {
  /** The head in our form. It is not checked yet. */
  readonly value: unknown;
  /** The data with the paths of converted values. */
  readonly data: PlacedData;
  readonly file: AgentvFile;
  /** The other file that has the cases, and the key that names it. It is not in `value`. */
  readonly caseFile?: { readonly key: string; readonly name: string };
  readonly problems: readonly Problem[];
}

/** Keys of our own format. They keep their meaning. */
const ownKeys = ['$schema', 'name', 'description', 'target', 'targets', 'judge', 'graders', 'play'];
const readKeys = ['dataset', 'execution', 'evaluators', 'assertions', 'assert', 'input', 'input_files', 'tags'];
/** Keys whose texts are part of every case. */
const sharedKeys = ['input', 'assertions', 'assert', 'evaluators'];
const defaultEvaluators = ['llm_judge', 'llm-judge', 'llm_grader', 'llm-grader'];

/** Converts the top of an AgentV file, or of the file next to JSON Lines. */
export function fromAgentvHead(data: PlacedData, files: EvaluatorFiles): ConvertedHead {
  const value = toMapping(data.value);
  const execution = isPlainObject(value.execution) ? value.execution : {};
  const graders = toGraders({ data, path: [], value, ...files });
  const input = toInput({ data, path: ['input'], value: value.input });
  const known: readonly string[] = [...ownKeys, ...readKeys, ...caseListKeys];
  const isUsual = defaultEvaluators.includes(String(value.evaluator));
  const cases = toCaseList(value, data);
  const head = {
    ...pick(value, ownKeys),
    ...cases.lists,
    ...toName(value),
    ...toTargets(value, execution),
    ...(graders.graders.length > 0 ? { graders: graders.graders } : {}),
  };
  return {
    value: head,
    data: withWrittenPaths(data, [], [...graders.paths, ...cases.paths]),
    ...(cases.caseFile === undefined ? {} : { caseFile: cases.caseFile }),
    file: {
      ...(input === undefined ? {} : { input }),
      ...(value.input_files === undefined
        ? {}
        : { inputFiles: { data, path: ['input_files'], value: value.input_files } }),
      tags: toTags(value.tags),
      graderIds: listGraderIds(graders.graders),
      isReplacing: value.evalcases !== undefined || value.eval_cases !== undefined,
    },
    problems: [
      ...listLostKeys({ data, path: [], value, known: isUsual ? [...known, 'evaluator'] : known, losses: headLosses }),
      ...listExecutionLosses(data, [], execution),
      ...listTargetLosses(data, [], value),
      ...listTargetLosses(data, ['execution'], execution),
      ...sharedKeys.flatMap((key) => listUnfilled({ data, path: [key], value: value[key] })),
      ...(input?.problems ?? []),
      ...graders.problems,
      ...(value.dataset !== undefined && value.name !== undefined ? [toNameLoss(data)] : []),
    ],
  };
}

/** A bare list of cases has no head. */
function toMapping(value: unknown): Mapping {
  return isPlainObject(value) ? value : {};
}

/** The case lists under our names. A text names a file with the cases. */
function toCaseList(value: Mapping, data: PlacedData) {
  if (Array.isArray(data.value)) {
    return { lists: { cases: data.value }, paths: [{ converted: ['cases'], written: [], data }] };
  }
  const given = caseListKeys.filter((key) => value[key] !== undefined);
  const named = given.find((key) => typeof value[key] === 'string');
  const lists = given.flatMap((key) => (key === named ? [] : [[key === 'eval_cases' ? 'evalcases' : key, value[key]]]));
  return {
    lists: Object.fromEntries(lists),
    paths: [{ converted: ['evalcases'], written: ['eval_cases'], data }].filter(() => given.includes('eval_cases')),
    ...(named === undefined ? {} : { caseFile: { key: named, name: String(value[named]) } }),
  };
}

/** AgentV first called the name of an eval `dataset`. */
function toName({ name, dataset }: Mapping): Mapping {
  if (name !== undefined || dataset === undefined) return {};
  return { name: dataset };
}

function toNameLoss(data: PlacedData): Problem {
  return lostAt(data, ['dataset'], {
    message: 'Turnwise ignores the AgentV key "dataset", because "name" takes its place.',
  });
}

/** The targets in `execution` win. */
export function toTargets(value: Mapping, execution: Mapping): Mapping {
  if (Array.isArray(execution.targets)) return { targets: execution.targets.map(toTargetName), target: undefined };
  const target = execution.target ?? value.target;
  const targets = execution.target === undefined ? value.targets : undefined;
  return {
    ...(target === undefined ? {} : { target: toTargetName(target) }),
    ...(targets === undefined ? {} : { targets: Array.isArray(targets) ? targets.map(toTargetName) : targets }),
  };
}

/** Later files may define a target where they name it. Only its name counts here. */
function toTargetName(target: unknown): unknown {
  if (!isPlainObject(target)) return target;
  return [target.name, target.extends, target.use_target, target.id, target.label].find(
    (name) => typeof name === 'string',
  );
}

/** Reports targets that are defined in the eval file. */
export function listTargetLosses(data: PlacedData, path: Path, { target, targets }: Mapping): readonly Problem[] {
  const written = [
    { value: target, at: [...path, 'target'] },
    ...(Array.isArray(targets) ? targets : []).map((value: unknown, index) => ({
      value,
      at: [...path, 'targets', index],
    })),
  ];
  return written.flatMap(({ value, at }) => {
    if (!isPlainObject(value)) return [];
    const name = toTargetName(value);
    const keys = Object.keys(value).filter((key) => value[key] !== name);
    if (keys.length === 0) return [];
    const of = typeof name === 'string' ? `the target "${name}"` : 'a target without a name';
    const message = `Turnwise ignores ${keys.map((key) => `"${key}"`).join(', ')} of ${of}. It takes targets from targets.yaml.`;
    return [lostAt(data, at, { message, hint: 'Add the target to targets.yaml.' })];
  });
}

/** Reports the keys of `execution` that Turnwise cannot honor. */
export function listExecutionLosses(data: PlacedData, path: Path, execution: Mapping) {
  const known = ['target', 'targets', 'evaluators', 'assertions', 'assert', 'skip_defaults'];
  const at = [...path, 'execution'];
  return listLostKeys({ data, path: at, value: execution, known, losses: executionLosses, prefix: 'execution.' });
}

/** Tags as a list, or as a mapping of names to values. */
export function toTags(tags: unknown): readonly string[] {
  if (Array.isArray(tags)) return tags.filter((tag) => typeof tag === 'string');
  if (!isPlainObject(tags)) return typeof tags === 'string' ? [tags] : [];
  return Object.entries(tags).map(([name, value]) => `${name}:${String(value)}`);
}

function pick(value: Mapping, keys: readonly string[]): Mapping {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}
