import { realpathSync } from 'node:fs';
import { basename, dirname, extname, resolve } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';
import { type Place, type Problem, toWarning } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { CaseFiles } from '../agentv/case-files.ts';
import type { WrittenCase } from '../agentv/convert-case.ts';
import type { AgentvFile } from '../agentv/convert-head.ts';
import { isAgentvHead, toLinesPath } from '../agentv/recognize.ts';
import { Attachments } from '../project/attachments.ts';
import { findProjectTargets } from '../project/config.ts';
import { findForeignProblem } from '../project/foreign-file.ts';
import { findForeignFormat } from '../project/known-formats.ts';
import { findProjectRoot, toShownFile } from '../project/project.ts';
import { parseWholeFile } from '../syntax/parse-file.ts';
import { parseJson } from '../syntax/parse-json.ts';
import type { Parsed, PlacedData } from '../syntax/placed-data.ts';
import { errorAt } from '../syntax/placed-data.ts';
import { streamLines } from '../text/lines.ts';
import { checkPlainFile, evalLimitBytes, findStats } from '../text/read-text.ts';
import { readLinesHead } from './case-lines.ts';
import { CaseReader, type CaseReading, type ReadCasesOptions } from './case-reader.ts';
import type { PlacedGrader } from './check-graders.ts';
import { type HeadReading, readHead } from './eval-head.ts';
import type { DatasetCases, EvalHead } from './eval-shape.ts';

/** An open eval file. Each call of `readCases` reads the cases again, so JSON lines are never all in memory. */
export interface EvalFile {
  readonly path: string;
  /** Path as shown to people. */
  readonly file: string;
  /** What is being read, for messages: "eval YAML". */
  readonly reading: string;
  readonly root: string;
  /** The eval's name in results. */
  readonly name: string;
  /** Whether it is written for AgentV. */
  readonly isAgentv: boolean;
  readonly head: EvalHead;
  /** The project's targets for files that set none. */
  readonly projectTargets?: readonly string[];
  /** The valid graders of every case. If one is invalid, the head has none. */
  readonly graders: readonly PlacedGrader[];
  readonly fromDataset?: DatasetCases;
  readonly attachments: Attachments;
  /** Absolute paths of other files that it is made of, once its cases are read. */
  readonly parts: ReadonlySet<string>;
  /** Problems of the file as a whole. */
  readonly problems: readonly Problem[];
  /** The place of a key or value of the head. */
  readonly placeOf: (path: readonly PathSegment[]) => Place;
  readCases(options?: ReadCasesOptions): AsyncGenerator<CaseReading>;
}

/** Opens an eval file: YAML, JSON, or JSON lines with one case each. Throws a Fault if it cannot be read. */
export function openEval(path: string, cwd: string): EvalFile {
  const full = resolve(cwd, path);
  const root = findProjectRoot(full);
  const file = toShownFile(full, cwd);
  const suffix = extname(full).toLowerCase();
  const reading = `eval ${suffix === '.jsonl' ? 'JSONL' : suffix === '.json' ? 'JSON' : 'YAML'}`;
  const attachments = new Attachments({ folder: dirname(full), root, cwd });
  checkPlainFile({ path: full, shown: file });
  const projectTargets = findProjectTargets(root, cwd);
  const common = { path: full, file, reading, root, attachments, ...definedOnly({ projectTargets }) };
  return suffix === '.jsonl' ? openLines(common) : openWhole(common, cwd);
}

type Common = Pick<EvalFile, 'path' | 'file' | 'reading' | 'root' | 'attachments' | 'projectTargets'>;

/** JSON Lines of AgentV without a head. */
const noHead: AgentvFile = { tags: [], graderIds: [], isReplacing: true };

function openLines(common: Common): EvalFile {
  const foreign = [findForeignProblem({ path: common.path, shown: common.file }, { hasReader: true })].filter(
    (one) => one !== undefined,
  );
  const { head: reading, line: headLine, isForAgentv, sidecar, problems } = readLinesHead(common);
  const { head = {}, graders = [], data } = reading ?? {};
  const agentv = isForAgentv ? { ...(reading?.agentv ?? noHead), isReplacing: true } : undefined;
  const name = head.name ?? toEvalName(common.path);
  const defaults = { eval: name, graders: head.graders ?? [], play: head.play };
  const reader = new CaseReader(common.attachments, defaults, agentv);
  return {
    ...common,
    name,
    isAgentv: isForAgentv,
    head,
    graders,
    parts: new Set(sidecar === undefined ? [] : [sidecar]),
    problems: [...foreign, ...problems, ...(data === undefined ? [] : reader.checkHeadGraders(data, graders))],
    placeOf: data?.placeOf ?? (() => ({ file: common.file, line: 1, column: 1 })),
    async *readCases({ skip, isChecked = false } = {}) {
      reader.restart();
      if (foreign.length > 0) return;
      for await (const { line, text } of streamLines({ path: common.path, shown: common.file })) {
        if (line === headLine) continue;
        const { position } = reader;
        if (skip?.(position) === true) {
          reader.pass();
          continue;
        }
        const parsed = parseJson({ text, file: common.file, reading: common.reading, firstLine: line });
        const placeOf = () => ({ file: common.file, line, column: 1 });
        if (parsed.data === undefined) {
          reader.pass();
          yield { position, problems: parsed.problems, placeOf };
        } else yield reader.read({ data: parsed.data, path: [], value: parsed.data.value }, { isChecked });
      }
    },
  };
}

function openWhole(common: Common, cwd: string): EvalFile {
  const { data, problems } = parseWhole(common);
  if (data === undefined || findForeignFormat(data.value) !== undefined) {
    const placeOf = data?.placeOf ?? (() => ({ file: common.file, line: 1, column: 1 }));
    const named = findForeignProblem({ path: common.path, shown: common.file }, { hasReader: true });
    const found = named === undefined ? problems : [named];
    const name = toEvalName(common.path);
    return {
      ...common,
      ...{ name, isAgentv: false, head: {}, graders: [], parts: new Set() },
      ...{ problems: found, placeOf, readCases: readNothing },
    };
  }
  const lines = findLinesOfHead(common, data.value);
  const reading = readHead(data, { attachments: common.attachments, isApart: lines !== undefined });
  const { head, graders, agentv, cases } = reading;
  const name = head.name ?? toEvalName(common.path);
  const defaults = { eval: name, graders: head.graders ?? [], play: head.play };
  const reader = new CaseReader(common.attachments, defaults, agentv);
  const files = new CaseFiles({ root: common.root, cwd });
  return {
    ...common,
    name,
    isAgentv: agentv !== undefined,
    head,
    graders,
    ...(isDatasetCases(cases) ? { fromDataset: cases } : {}),
    parts: files.paths,
    problems: [
      ...reading.problems,
      ...reader.checkHeadGraders(reading.data, graders),
      ...(isDatasetCases(cases) ? checkDatasetPlay(data, head) : []),
      ...(lines === undefined ? [] : [toSidecarNotice(data, lines)]),
    ],
    placeOf: reading.data.placeOf,
    async *readCases(options) {
      reader.restart();
      if (isDatasetCases(cases) || cases === undefined) return;
      if (agentv === undefined) yield* reader.readList(listEntries(reading), options);
      else yield* reader.readList(files.read({ ...toCaseList(reading, common), value: cases }), options);
    },
  };
}

/** The cases of a file as they are written. */
function* listEntries({ data, key, cases }: HeadReading): Generator<WrittenCase> {
  if (!Array.isArray(cases)) return;
  for (const [index, value] of cases.entries()) yield { data, path: [key, index], value };
}

function toCaseList({ data, key }: HeadReading, { path }: Common) {
  return { data, path: [key], folder: dirname(path), inside: [realpathSync(path)] };
}

/** The name of the JSON Lines whose head a YAML file is. */
function findLinesOfHead({ path }: Common, value: unknown): string | undefined {
  const lines = toLinesPath(path);
  return lines !== undefined && isAgentvHead(value) && findStats(lines)?.isFile() === true
    ? basename(lines)
    : undefined;
}

function toSidecarNotice(data: PlacedData, lines: string): Problem {
  const message = `This file has no cases of its own. It is the head of "${lines}".`;
  const hint = `Name "${lines}" instead. Turnwise reads this file with it.`;
  return toWarning(errorAt(data, [], { code: 'EVAL_SIDECAR', message, hint }));
}

function isDatasetCases(list: HeadReading['cases']): list is DatasetCases {
  return list !== undefined && typeof list !== 'string' && !Array.isArray(list);
}

async function* readNothing(): AsyncGenerator<CaseReading> {}

function parseWhole({ path, file }: Common): Parsed {
  return parseWholeFile({
    path,
    file,
    what: 'eval',
    limitBytes: evalLimitBytes,
    tooBigCode: 'EVAL_TOO_BIG',
    tooBigHint: 'Use a .eval.jsonl file with one case per line. Turnwise streams it.',
  });
}

/** `refunds.eval.yaml` → `refunds`. */
function toEvalName(path: string): string {
  return basename(path).replace(/(?:\.eval)?\.(?:ya?ml|json|jsonl)$/i, '');
}

/** Items are complete conversations, so there is no simulated user to play. */
function checkDatasetPlay(data: PlacedData, { play = [] }: EvalHead): readonly Problem[] {
  if (![play].flat().includes('simulate')) return [];
  const message = 'Cases from a dataset do not support "play: simulate".';
  const hint = 'Use every-turn (the default), script, or reply, which plays only the last turn.';
  return [errorAt(data, ['play'], { code: 'EVAL_BAD_VALUE', message, hint })];
}

export interface TargetChoice {
  /** From the command line. They override the file's targets. */
  readonly targets?: readonly string[] | undefined;
}

/** The target of AgentV files that name none, as in AgentV. */
const agentvDefault = 'default';

/**
 * Ids of the targets that answer a case: from the command line, the case, the file or the project, or the only one
 * there is.
 */
export function listTargetIds(
  evalCase: Pick<EvalCase, 'targets'>,
  {
    head,
    projectTargets,
    isAgentv = false,
  }: Pick<EvalFile, 'head' | 'projectTargets'> & { readonly isAgentv?: boolean },
  { choice, specs }: { readonly choice: TargetChoice; readonly specs: ReadonlyMap<string, TargetSpec> },
): readonly string[] {
  const written = head.targets ?? (head.target === undefined ? undefined : [head.target]);
  const named = choice.targets ?? evalCase.targets ?? written ?? projectTargets;
  const usual = isAgentv && specs.has(agentvDefault) ? [agentvDefault] : [];
  const ids = named ?? (specs.size === 1 ? [...specs.keys()] : usual);
  return ids.length < 2 ? ids : [...new Set(ids)];
}
