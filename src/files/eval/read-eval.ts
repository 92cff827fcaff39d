import { basename, dirname, extname, resolve } from 'node:path';
import { type Place, type Problem, toError } from '../../base/fault.ts';
import { checkSchema, type PathSegment } from '../../base/schema-check.ts';
import { Attachments } from '../project/attachments.ts';
import { findProjectRoot, toShownFile } from '../project/project.ts';
import { parseJson } from '../syntax/json.ts';
import { parseWholeFile } from '../syntax/parse-file.ts';
import { toProblems } from '../syntax/schema-problems.ts';
import type { Parsed, Source } from '../syntax/source.ts';
import { streamLines } from '../text/lines.ts';
import { checkPlainFile, evalLimitBytes } from '../text/read-text.ts';
import { fromAgentvHead, isAgentvEval } from './agentv.ts';
import { CaseReader, type CaseReading } from './case-reader.ts';
import { type DatasetCases, EvalHead } from './eval-shape.ts';

/** An eval file that was opened. Cases are read each time `readCases` is called: JSON lines never stand in memory. */
export interface EvalFile {
  readonly path: string;
  /** Path as shown to people. */
  readonly file: string;
  readonly root: string;
  readonly dataset: string;
  readonly head: EvalHead;
  readonly fromDataset?: DatasetCases;
  readonly attachments: Attachments;
  /** Problems of the file as a whole. */
  readonly problems: readonly Problem[];
  /** Where a key or value of the head stands. */
  readonly placeOf: (path: readonly PathSegment[]) => Place;
  readCases(): AsyncGenerator<CaseReading>;
}

/** Opens an eval file: YAML, JSON, or JSON lines with one case each. Throws a Fault when it cannot be read at all. */
export function openEval(path: string, cwd: string): EvalFile {
  const full = resolve(cwd, path);
  const root = findProjectRoot(full);
  const file = toShownFile(full, cwd);
  const common = { path: full, file, root, attachments: new Attachments({ folder: dirname(full), root, cwd }) };
  checkPlainFile({ path: full, shown: file });
  return extname(full) === '.jsonl' ? openLines(common) : openWhole(common);
}

type Common = Pick<EvalFile, 'path' | 'file' | 'root' | 'attachments'>;

function openLines(common: Common): EvalFile {
  const dataset = toDatasetName(common.path);
  const reader = new CaseReader(common.attachments, { dataset, graders: [] });
  return {
    ...common,
    dataset,
    head: {},
    problems: [],
    placeOf: () => ({ file: common.file, line: 1, column: 1 }),
    async *readCases() {
      reader.restart();
      for await (const { line, text } of streamLines({ path: common.path, shown: common.file })) {
        const parsed = parseJson({ text, file: common.file, reading: 'eval JSONL', firstLine: line });
        const placeOf = () => ({ file: common.file, line, column: 1 });
        if (parsed.source === undefined) yield { problems: parsed.problems, placeOf };
        else yield reader.read(parsed.source, [], parsed.source.value);
      }
    },
  };
}

function openWhole(common: Common): EvalFile {
  const { source, problems } = parseWhole(common);
  const atStart = () => ({ file: common.file, line: 1, column: 1 });
  const empty = { dataset: toDatasetName(common.path), head: {}, placeOf: atStart };
  if (source === undefined) return { ...common, ...empty, problems, readCases: readNothing };
  const foreign = isAgentvEval(source.value) ? fromAgentvHead(source) : undefined;
  const result = checkSchema(EvalHead, foreign?.value ?? source.value);
  if (result.value === undefined) {
    return {
      ...common,
      ...empty,
      problems: toProblems(result.issues, source, { prefix: 'EVAL' }),
      readCases: readNothing,
    };
  }
  const head = result.value;
  const { key, list, problems: listProblems } = findCaseList(head, source);
  const dataset = head.dataset ?? toDatasetName(common.path);
  const reader = new CaseReader(common.attachments, { dataset, graders: head.graders ?? [], play: head.play });
  const headProblems = [...(foreign?.problems ?? []), ...listProblems, ...reader.checkHeadGraders(source, head)];
  return {
    ...common,
    dataset,
    head,
    ...(isDatasetCases(list) ? { fromDataset: list } : {}),
    problems: headProblems,
    placeOf: (path) => source.placeOf(path),
    async *readCases() {
      reader.restart();
      if (!Array.isArray(list)) return;
      for (const [index, value] of list.entries())
        yield reader.read(source, [key, index], value, foreign !== undefined);
    },
  };
}

function isDatasetCases(list: CaseList['list']): list is DatasetCases {
  return list !== undefined && !Array.isArray(list);
}

async function* readNothing(): AsyncGenerator<CaseReading> {}

function parseWhole({ path, file }: Common): Parsed {
  return parseWholeFile({
    path,
    file,
    what: 'eval',
    limitBytes: evalLimitBytes,
    tooBigCode: 'EVAL_TOO_BIG',
    tooBigHint: 'Write one case a line, .jsonl: it is streamed.',
  });
}

interface CaseList {
  readonly key: string;
  readonly list: readonly unknown[] | DatasetCases | undefined;
  readonly problems: readonly Problem[];
}

function findCaseList(head: EvalHead, source: Source): CaseList {
  const given = (['cases', 'evalcases', 'tests'] as const).filter((name) => head[name] !== undefined);
  const [key = 'cases', second] = given;
  const list = head[key];
  const at = (path: readonly PathSegment[]) => ({ reading: source.reading, ...source.placeOf(path, 'key') });
  if (second !== undefined) {
    const message = `The file has both "${key}" and "${second}".`;
    const problem = toError({ code: 'EVAL_BAD_VALUE', message, hint: 'Keep one list.', ...at([second]) });
    return { key, list, problems: [problem] };
  }
  if (list === undefined || (Array.isArray(list) && list.length === 0)) {
    const message = 'The file has no cases.';
    const hint = 'Write "cases:" and under it a list, each case starting with "- ".';
    return { key, list, problems: [toError({ code: 'EVAL_NO_CASES', message, hint, ...at([key]) })] };
  }
  return { key, list, problems: [] };
}

/** `refunds.eval.yaml` → `refunds`. */
export function toDatasetName(path: string): string {
  return basename(path).replace(/(?:\.eval)?\.(?:ya?ml|json|jsonl)$/i, '');
}
