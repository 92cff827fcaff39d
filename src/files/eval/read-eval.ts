import { basename, dirname, extname, resolve } from 'node:path';
import { definedOnly } from '../../base/defined-only.ts';
import type { Place, Problem } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { EvalCase } from '../../conversation/case.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { isWrittenForAgentv } from '../agentv/convert-eval.ts';
import { Attachments } from '../project/attachments.ts';
import { findProjectTargets } from '../project/config.ts';
import { findProjectRoot, toShownFile } from '../project/project.ts';
import { parseWholeFile } from '../syntax/parse-file.ts';
import { parseJson } from '../syntax/parse-json.ts';
import type { Parsed, PlacedData } from '../syntax/placed-data.ts';
import { errorAt } from '../syntax/placed-data.ts';
import { streamLines } from '../text/lines.ts';
import { checkPlainFile, evalLimitBytes } from '../text/read-text.ts';
import { CaseReader, type CaseReading } from './case-reader.ts';
import type { PlacedGrader } from './check-graders.ts';
import { findLineHead, type HeadReading, readHead } from './eval-head.ts';
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
  /** Problems of the file as a whole. */
  readonly problems: readonly Problem[];
  /** The place of a key or value of the head. */
  readonly placeOf: (path: readonly PathSegment[]) => Place;
  readCases(options?: ReadCasesOptions): AsyncGenerator<CaseReading>;
}

export interface ReadCasesOptions {
  /** Whether to skip the case at an index. Skipped JSON lines are not parsed. */
  readonly skip?: (position: number) => boolean;
  /** Whether all cases were read before without problems. Then only their schema is checked. */
  readonly isChecked?: boolean;
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
  return suffix === '.jsonl' ? openLines(common) : openWhole(common);
}

type Common = Pick<EvalFile, 'path' | 'file' | 'reading' | 'root' | 'attachments' | 'projectTargets'>;

function openLines(common: Common): EvalFile {
  const lineHead = findLineHead(common);
  const { head = {}, graders = [], problems = [] } = lineHead ?? {};
  const name = head.name ?? toEvalName(common.path);
  const reader = new CaseReader(common.attachments, { eval: name, graders: head.graders ?? [], play: head.play });
  return {
    ...common,
    name,
    isAgentv: isWrittenForAgentv(lineHead?.data.value),
    head,
    graders,
    problems: [...problems, ...(lineHead === undefined ? [] : reader.checkHeadGraders(lineHead.data, graders))],
    placeOf: () => ({ file: common.file, line: lineHead?.line ?? 1, column: 1 }),
    async *readCases({ skip, isChecked = false } = {}) {
      reader.restart();
      for await (const { line, text } of streamLines({ path: common.path, shown: common.file })) {
        if (line === lineHead?.line) continue;
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

function openWhole(common: Common): EvalFile {
  const { data, problems } = parseWhole(common);
  const placeOf = data?.placeOf ?? (() => ({ file: common.file, line: 1, column: 1 }));
  if (data === undefined) {
    const name = toEvalName(common.path);
    return { ...common, name, isAgentv: false, head: {}, graders: [], problems, placeOf, readCases: readNothing };
  }
  const { head, graders, isForeign, key, cases, problems: headProblems } = readHead(data);
  const name = head.name ?? toEvalName(common.path);
  const reader = new CaseReader(common.attachments, { eval: name, graders: head.graders ?? [], play: head.play });
  return {
    ...common,
    name,
    isAgentv: isWrittenForAgentv(data.value),
    head,
    graders,
    ...(isDatasetCases(cases) ? { fromDataset: cases } : {}),
    problems: [
      ...headProblems,
      ...reader.checkHeadGraders(data, graders),
      ...(isDatasetCases(cases) ? checkDatasetPlay(data, head) : []),
    ],
    placeOf,
    async *readCases({ skip, isChecked = false } = {}) {
      reader.restart();
      if (isDatasetCases(cases) || cases === undefined) return;
      for (const [index, value] of cases.entries()) {
        if (skip?.(index) === true) reader.pass();
        else yield reader.read({ data, path: [key, index], value }, { isForeign, isChecked });
      }
    },
  };
}

function isDatasetCases(list: HeadReading['cases']): list is DatasetCases {
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

/**
 * Ids of the targets that answer a case: from the command line, the case, the file or the project, or the only one
 * there is.
 */
export function listTargetIds(
  evalCase: Pick<EvalCase, 'targets'>,
  { head, projectTargets }: Pick<EvalFile, 'head' | 'projectTargets'>,
  { choice, specs }: { readonly choice: TargetChoice; readonly specs: ReadonlyMap<string, TargetSpec> },
): readonly string[] {
  const written = head.targets ?? (head.target === undefined ? undefined : [head.target]);
  const named = choice.targets ?? evalCase.targets ?? written ?? projectTargets;
  const ids = named ?? (specs.size === 1 ? [...specs.keys()] : []);
  return ids.length < 2 ? ids : [...new Set(ids)];
}
