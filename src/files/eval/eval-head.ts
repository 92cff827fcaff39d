import type { Problem } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type SchemaIssue } from '../../base/schema-check.ts';
import { fromAgentvHead, isAgentvEval, isWrittenForAgentv, nameFromDataset } from '../agentv/convert-eval.ts';
import { parseJson } from '../syntax/parse-json.ts';
import { errorAt, type PlacedData, toProblems } from '../syntax/placed-data.ts';
import { readStart } from '../text/read-text.ts';
import { explainRenamed, listValidGraders, type PlacedGrader } from './check-graders.ts';
import { type DatasetCases, EvalHead } from './eval-shape.ts';

export interface HeadReading {
  readonly head: EvalHead;
  /** The valid graders of every case. If one is invalid, `head` has none. */
  readonly graders: readonly PlacedGrader[];
  readonly isForeign: boolean;
  /** The key of the case list: one of three names. */
  readonly key: string;
  readonly cases: readonly unknown[] | DatasetCases | undefined;
  readonly problems: readonly Problem[];
}

const caseKeys = ['cases', 'evalcases', 'tests'] as const;

/** The top of an eval file. Cases are read even if it has problems, to report all problems at once. */
export function readHead(data: PlacedData): HeadReading {
  const foreign = isAgentvEval(data.value) ? fromAgentvHead(data) : undefined;
  const value = foreign?.value ?? toNamed(data.value);
  const slip = findListSlip(value);
  const result = checkSchema(EvalHead, value);
  const found = (result.issues ?? []).map(withNameHint);
  const issues = slip === undefined ? found : withSlip(found, slip);
  const head = result.value ?? readSoundKeys(value, issues);
  const given = caseKeys.filter((name) => head[name] !== undefined);
  const key = given[0] ?? 'cases';
  const isHidden = !isPlainObject(value) || issues.some(({ path }) => caseKeys.some((name) => name === path[0]));
  return {
    head,
    graders: listValidGraders(value),
    isForeign: foreign !== undefined,
    key,
    cases: head[key],
    problems: [
      ...(foreign?.problems ?? []),
      ...toProblems(issues, data, { prefix: 'EVAL' }),
      ...(isHidden ? [] : checkCaseList(head, given, data)),
    ],
  };
}

/** Reads the name of a file in another AgentV dialect, which has it under `dataset`. */
function toNamed(value: unknown): unknown {
  return isPlainObject(value) && 'dataset' in value && isWrittenForAgentv(value) ? nameFromDataset(value) : value;
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

function checkCaseList(
  head: EvalHead,
  given: readonly (typeof caseKeys)[number][],
  data: PlacedData,
): readonly Problem[] {
  const [key = 'cases', second] = given;
  const list = head[key];
  if (second !== undefined) {
    const message = `The file has both "${key}" and "${second}".`;
    return [errorAt(data, [second], { code: 'EVAL_BAD_VALUE', message, hint: 'Keep one list.' }, 'key')];
  }
  if (list !== undefined && !(Array.isArray(list) && list.length === 0)) return [];
  const hint = 'Add "cases:" and a list under it. Start each case with "- ".';
  return [errorAt(data, [key], { code: 'EVAL_NO_CASES', message: 'The file has no cases.', hint }, 'key')];
}

/** The head of a file with one case per line. */
interface LineHead {
  /** From 1. */
  readonly line: number;
  readonly head: EvalHead;
  readonly graders: readonly PlacedGrader[];
  readonly data: PlacedData;
  readonly problems: readonly Problem[];
}

const HeadLine = EvalHead.omit({ cases: true, evalcases: true, tests: true });
const headKeys = Object.keys(HeadLine.shape);
/** A head is short. A longer first line is a case. */
const longestHead = 65_536;

/**
 * The first line of a file, if it has only keys of an eval file's head: `{"targets": ["bot"]}`. A line with any other
 * key, such as `input_messages`, is a case.
 */
export function findLineHead(file: {
  readonly path: string;
  readonly file: string;
  readonly reading: string;
}): LineHead | undefined {
  const first = readFirstLine(file.path);
  if (first === undefined) return undefined;
  const { data } = parseJson({ text: first.text, file: file.file, reading: file.reading, firstLine: first.line });
  const value = data?.value;
  if (data === undefined || !isPlainObject(value)) return undefined;
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every((key) => headKeys.includes(key))) return undefined;
  const result = checkSchema(HeadLine, value);
  const problems = toProblems(result.issues ?? [], data, { prefix: 'EVAL' });
  return { line: first.line, head: result.value ?? {}, graders: listValidGraders(value), data, problems };
}

/** The first line that is not blank. Undefined: it is too long for a head, or cannot be read. */
function readFirstLine(path: string): { readonly text: string; readonly line: number } | undefined {
  const start = readStart(path, longestHead);
  const lines = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n');
  const index = lines.findIndex((text) => text.trim() !== '');
  const isCut = start.length === longestHead && index === lines.length - 1;
  return index === -1 || isCut ? undefined : { text: lines[index] ?? '', line: index + 1 };
}
