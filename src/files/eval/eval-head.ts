import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type SchemaIssue } from '../../base/schema-check.ts';
import { type AgentvFile, fromAgentvHead } from '../agentv/convert-head.ts';
import { isWrittenForAgentv } from '../agentv/recognize.ts';
import type { Attachments } from '../project/attachments.ts';
import { errorAt, type PlacedData, toProblems } from '../syntax/placed-data.ts';
import { explainRenamed, listValidGraders, type PlacedGrader } from './check-graders.ts';
import { type DatasetCases, EvalHead } from './eval-shape.ts';
import { toEvaluatorFiles } from './evaluator-files.ts';

export interface HeadReading {
  readonly head: EvalHead;
  /** The valid graders of every case. If one is invalid, `head` has none. */
  readonly graders: readonly PlacedGrader[];
  /** What the cases of an AgentV file take from it. Undefined: the file is in our own form. */
  readonly agentv?: AgentvFile;
  /** The key of the case list: one of several names. */
  readonly key: string;
  /** A text names another file with the cases. */
  readonly cases: readonly unknown[] | DatasetCases | string | undefined;
  /** The data with the places of converted values. */
  readonly data: PlacedData;
  readonly problems: readonly Problem[];
}

interface ReadHeadOptions {
  /** Reads the prompts of AgentV evaluators. */
  readonly attachments: Attachments;
  /** Whether the cases are in other lines or in another file. Default: false. */
  readonly isApart?: boolean;
  /** Whether the file is AgentV's. Default: what its keys show. */
  readonly isForAgentv?: boolean;
}

const caseKeys = ['cases', 'evalcases', 'tests'] as const;

/** The top of an eval file. Cases are read even if it has problems, to report all problems at once. */
export function readHead(written: PlacedData, options: ReadHeadOptions): HeadReading {
  const { attachments, isApart = false, isForAgentv = isWrittenForAgentv(written.value) } = options;
  const foreign = isForAgentv ? fromAgentvHead(written, toEvaluatorFiles(attachments)) : undefined;
  const { data, value, caseFile } = foreign ?? { data: written, value: written.value };
  const slip = findListSlip(value);
  const result = checkSchema(EvalHead, value);
  const found = (result.issues ?? []).map(withNameHint);
  const issues = slip === undefined ? found : withSlip(found, slip);
  const head = result.value ?? readSoundKeys(value, issues);
  const given = caseKeys.filter((name) => head[name] !== undefined);
  const keys = [...(caseFile === undefined ? [] : [caseFile.key]), ...given];
  const cases = caseFile?.name ?? head[given[0] ?? 'cases'];
  const isHidden = !isPlainObject(value) || issues.some(({ path }) => caseKeys.some((name) => name === path[0]));
  return {
    head,
    graders: listValidGraders(value),
    ...(foreign === undefined ? {} : { agentv: foreign.file }),
    key: keys[0] ?? 'cases',
    cases,
    data,
    problems: [
      ...(foreign?.problems ?? []),
      ...toProblems(issues, data, { prefix: 'EVAL' }),
      ...(isHidden || isApart ? [] : checkCaseList(cases, keys, data)),
    ],
  };
}

/** In AgentV files, `dataset` at the top is the name. Here it selects cases. */
function withNameHint(issue: SchemaIssue): SchemaIssue {
  if (issue.kind !== 'unknown-key' || issue.path.join('/') !== 'dataset') return explainRenamed(issue);
  return { ...issue, hint: 'Use "name" to name the eval, or "cases: {dataset: …}" to take cases from a dataset.' };
}

/** Explains a list without dashes, or without its key. The schema alone would describe another form. */
function findListSlip(value: unknown): SchemaIssue | undefined {
  const slip = { kind: 'bad-value', at: 'value' } as const;
  if (Array.isArray(value)) {
    const hint = 'Write "cases:" above the list, and indent the list under it.';
    return { ...slip, path: [], message: 'The list of cases has no key.', hint };
  }
  if (!isPlainObject(value)) return undefined;
  const key = caseKeys.find((name) => isPlainObject(value[name]) && !('dataset' in value[name]));
  if (key === undefined) return undefined;
  const hint = 'Start each case with "- ".';
  return { ...slip, path: [key], message: `"${key}" must be a list of cases, but it is a mapping.`, hint };
}

function withSlip(issues: readonly SchemaIssue[], slip: SchemaIssue): readonly SchemaIssue[] {
  return [slip, ...issues.filter(({ path }) => slip.path.length > 0 && path[0] !== slip.path[0])];
}

/** The head without its invalid keys. */
function readSoundKeys(value: unknown, issues: readonly SchemaIssue[]): EvalHead {
  if (!isPlainObject(value)) return {};
  const wrong = new Set(issues.map(({ path }) => path[0]));
  const sound = Object.entries(value).filter(([key]) => !wrong.has(key));
  return checkSchema(EvalHead, Object.fromEntries(sound)).value ?? {};
}

function checkCaseList(cases: HeadReading['cases'], keys: readonly string[], data: PlacedData): readonly Problem[] {
  const [key = 'cases', second] = keys;
  if (second !== undefined) {
    const message = `The file has both "${key}" and "${second}".`;
    return [errorAt(data, [second], { code: 'EVAL_BAD_VALUE', message, hint: 'Keep one list.' }, 'key')];
  }
  if (cases !== undefined && !(Array.isArray(cases) && cases.length === 0)) return [];
  const hint = 'Add "cases:" and a list under it. Start each case with "- ".';
  return [errorAt(data, [key], { code: 'EVAL_NO_CASES', message: 'The file has no cases.', hint }, 'key')];
}
