import { resolve } from 'node:path';
import { assertNoErrors, Fault } from '../base/fault.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import type { Send, TargetSpec } from '../conversation/target-spec.ts';
import { type EvalFile, openEval } from '../files/eval/read-eval.ts';
import { openGuidelineTest } from '../files/project/config.ts';
import { getKind } from '../files/project/file-kind.ts';
import { listFiles } from '../files/project/list-files.ts';
import { toShownFile } from '../files/project/project.ts';
import { findTargetsFile } from '../files/targets/find-targets.ts';
import { readTargets, type TargetsFile } from '../files/targets/read-targets.ts';
import { unknownTargetFault } from '../files/targets/unknown-target.ts';
import { findStats } from '../files/text/read-text.ts';
import type { FormatOptions, PlayFiles } from '../format/attachment.ts';
import { type DatasetSource, type DatasetStore, openDatasetCases } from './dataset-cases.ts';
import { openImageReader } from './image-reader.ts';
import { readTargetSends } from './target-sends.ts';
import type { TargetSource, CalledTargets } from '../files/targets/target-source.ts';

interface SourcePlace {
  readonly cwd: string;
  /** Where the cases are that come from a dataset. */
  readonly store: DatasetStore;
  /** What targets are sent, if the run was asked for it. */
  readonly send?: readonly Send[] | undefined;
}

/** Opens the eval files of a run, each with the targets file that applies to it. */
export async function openEvalSources(paths: readonly string[], place: SourcePlace): Promise<readonly EvalSource[]> {
  const sources: EvalSource[] = [];
  for (const [index, path] of (await listEvalFiles(paths, place.cwd)).entries()) {
    sources.push(await openSource(path, index, place));
  }
  return sources;
}

/** Files as they are named; of a folder, the eval files in it. */
async function listEvalFiles(paths: readonly string[], cwd: string): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const path of paths) {
    const full = resolve(cwd, path);
    if (findStats(full)?.isDirectory() !== true) files.add(full);
    else for (const file of await listEvalsIn(full, cwd)) files.add(file);
  }
  return [...files];
}

async function listEvalsIn(folder: string, cwd: string): Promise<readonly string[]> {
  const { files, problems } = listFiles([folder], cwd);
  assertNoErrors(problems);
  const evals: string[] = [];
  for (const file of files) if ((await getKind(file, cwd)) === 'eval') evals.push(file);
  if (evals.length > 0) return evals;
  const message = `There are no eval files in "${toShownFile(folder, cwd)}".`;
  throw new Fault({
    code: 'FILE_NONE_FOUND',
    message,
    hint: 'Use names that end in .eval.yaml, such as refunds.eval.yaml.',
  });
}

async function openSource(path: string, index: number, { cwd, store, send }: SourcePlace): Promise<EvalSource> {
  const kind = await getKind(path, cwd);
  if (kind !== 'eval') throw notAnEval(toShownFile(path, cwd), kind);
  const evalFile = openEval(path, cwd);
  const targetsPath = findTargetsFile(evalFile.path, evalFile.root);
  const targetsFile = targetsPath === undefined ? undefined : readTargets(targetsPath, cwd);
  return {
    index,
    evalFile,
    ...(evalFile.fromDataset === undefined ? {} : { dataset: openDatasetCases(evalFile, evalFile.fromDataset, store) }),
    targetsFile,
    specs: new Map(targetsFile?.targets.map((spec) => [spec.id, spec])),
    sends: await readTargetSends({ evalFile, targetsFile }, send),
    files: { format: openFormatOptions(evalFile, cwd), readImage: openImageReader(evalFile.attachments) },
  };
}

/** Targets chosen on the command line have to be in every file's targets. */
export function checkChosenTargets(sources: readonly EvalSource[], chosen: readonly string[]): void {
  const typed = { flag: '--target', values: chosen };
  for (const { specs, targetsFile, evalFile } of sources) {
    const unknown = chosen.find((id) => !specs.has(id));
    if (unknown !== undefined) throw unknownTargetFault(unknown, { file: evalFile.file, targetsFile, typed });
  }
}

function notAnEval(path: string, kind: string): Fault {
  const isDocument = path.endsWith('.md') && !path.endsWith('.deck.md');
  const message = `"${path}" is ${isDocument ? 'not an eval file' : `a ${kind} file`}. Only eval files can be run.`;
  return new Fault({ code: 'RUN_NOT_AN_EVAL', message, hint: 'Use a .eval.yaml, .eval.json or .eval.jsonl file.' });
}

/** The eval files of a stored run as they are now, each at its place among them. Files that are gone are left out. */
export async function openStoredSources(
  { files }: Pick<RunSpec, 'files'>,
  { root, ...place }: SourcePlace & { readonly root: string },
): Promise<readonly EvalSource[]> {
  const sources: EvalSource[] = [];
  for (const [index, { path }] of files.entries()) {
    const full = resolve(root, path);
    if (findStats(full)?.isFile() !== true) continue;
    const [source] = await openEvalSources([full], place);
    if (source !== undefined) sources.push({ ...source, index });
  }
  return sources;
}

/** Formatting with the files of an eval: read inside its project, guidelines by the project's patterns. */
export function openFormatOptions(evalFile: EvalFile, cwd: string): FormatOptions {
  const { attachments } = evalFile;
  const isGuideline = openGuidelineTest(evalFile.root, cwd);
  return {
    readFile: (_path, written) => attachments.readText(written),
    isGuideline: (_path, written) => isGuideline(attachments.resolve(written)),
    identifyFile: (_path, written) => attachments.identify(written),
  };
}

/** One eval file of a run, with what its cases need. */
export interface EvalSource {
  /** Its place among the files of the run. */
  readonly index: number;
  readonly evalFile: EvalFile;
  /** Where its cases are, when they do not stand in the file. */
  readonly dataset?: DatasetSource;
  readonly targetsFile: TargetsFile | undefined;
  /** Targets that can be called, by id, before the environment is filled in. */
  readonly specs: ReadonlyMap<string, TargetSpec>;
  /** What each of them is sent, by id: one variant per form. */
  readonly sends: ReadonlyMap<string, readonly Send[]>;
  readonly files: PlayFiles;
}

export function toTargetSource({ evalFile, targetsFile, specs }: EvalSource): TargetSource {
  return { path: evalFile.path, root: evalFile.root, targetsFile, specs };
}

export function toCalledTargets(called: ReadonlyMap<EvalSource, ReadonlySet<string>>): CalledTargets {
  return new Map([...called].map(([source, ids]) => [toTargetSource(source), ids]));
}
