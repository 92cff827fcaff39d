import { extname, resolve } from 'node:path';
import { assertNoErrors, Fault } from '../base/fault.ts';
import type { RunSpec } from '../conversation/run/run-spec.ts';
import { readsSend, toDefaultSend, toRecordedSends } from '../conversation/target-request.ts';
import type { Send, TargetSpec } from '../conversation/target-spec.ts';
import { type EvalFile, listTargetIds, openEval } from '../files/eval/read-eval.ts';
import type { Attachments } from '../files/project/attachments.ts';
import { openGuidelineTest } from '../files/project/config.ts';
import { getKind } from '../files/project/file-kind.ts';
import { listFiles } from '../files/project/list-files.ts';
import { toRelative, toShownFile } from '../files/project/project.ts';
import {
  findTargetsFile,
  readTargets,
  type TargetSource,
  type TargetsFile,
  unknownTargetFault,
} from '../files/targets/read-targets.ts';
import { findStats } from '../files/text/read-text.ts';
import type { FormatOptions, ImageData, PlayFiles } from '../format/attachment.ts';
import { type DatasetSource, type DatasetStore, openDatasetCases } from './dataset-cases.ts';

/** The format that a cassette recorded for the target with this id. Throws a Fault for an unreadable cassette. */
export type FindRecordedSend = (cassette: string, id: string) => Promise<Send | undefined>;

export interface SourcePlace {
  readonly cwd: string;
  /** The database with the datasets. */
  readonly store: DatasetStore;
  /** The formats of `--send`, if given. */
  readonly send?: readonly Send[] | undefined;
  readonly findRecordedSend: FindRecordedSend;
}

/** Opens the eval files of a run, each with the targets file that applies to it. */
export async function openEvalSources(paths: readonly string[], place: SourcePlace): Promise<readonly EvalSource[]> {
  const sources: EvalSource[] = [];
  for (const [index, path] of (await listEvalFiles(paths, place.cwd)).entries()) {
    sources.push(await openSource(path, index, place));
  }
  return sources;
}

/** The named files, and the eval files in named folders. */
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

async function openSource(path: string, index: number, place: SourcePlace): Promise<EvalSource> {
  const { cwd, store } = place;
  const kind = await getKind(path, cwd);
  if (kind !== 'eval') throw notAnEval(toShownFile(path, cwd), kind);
  const evalFile = openEval(path, cwd);
  const targetsPath = findTargetsFile(evalFile.path, evalFile.root);
  const targetsFile = targetsPath === undefined ? undefined : readTargets(targetsPath, cwd);
  return {
    index,
    path: evalFile.path,
    root: evalFile.root,
    evalFile,
    ...(evalFile.fromDataset === undefined ? {} : { dataset: openDatasetCases(evalFile, evalFile.fromDataset, store) }),
    targetsFile,
    specs: new Map(targetsFile?.targets.map((spec) => [spec.id, spec])),
    sends: await readTargetSends({ evalFile, targetsFile }, place),
    files: { format: openFormatOptions(evalFile, cwd), readImage: openImageReader(evalFile.attachments) },
  };
}

/** Throws for a chosen target that is missing in the targets of any file. */
export function checkChosenTargets(sources: readonly EvalSource[], chosen: readonly string[]): void {
  const typed = { flag: '--target', values: chosen };
  for (const { specs, targetsFile, evalFile } of sources) {
    const unknown = chosen.find((id) => !specs.has(id));
    if (unknown !== undefined) throw unknownTargetFault(unknown, { file: evalFile.file, targetsFile, typed });
  }
}

function notAnEval(path: string, kind: string): Fault {
  if (kind === 'conversations') {
    const hint = `Import it first: turnwise import ${path}`;
    return new Fault({ code: 'RUN_NOT_AN_EVAL', message: `"${path}" has the format of another program.`, hint });
  }
  const isDocument = path.endsWith('.md') && !path.endsWith('.deck.md');
  const message = `"${path}" is ${isDocument ? 'not an eval file' : `a ${kind} file`}. Only eval files can be run.`;
  return new Fault({ code: 'RUN_NOT_AN_EVAL', message, hint: 'Use a .eval.yaml, .eval.json or .eval.jsonl file.' });
}

/** The eval files of a stored run as they are now, with their original index. Missing files are left out. */
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

/** Format options with the files of an eval: read inside its project, with its patterns for guidelines. */
export function openFormatOptions(evalFile: EvalFile, cwd: string): FormatOptions {
  const { attachments } = evalFile;
  const isGuideline = openGuidelineTest(evalFile.root, cwd);
  return {
    readFile: (_path, written) => attachments.readText(written),
    isGuideline: (_path, written) => isGuideline(attachments.resolve(written)),
    identifyFile: (_path, written) => attachments.identify(written),
    locateFile: (_path, written) => attachments.resolve(written),
  };
}

/** One eval file of a run, with what its cases need. */
export interface EvalSource extends TargetSource {
  /** Its index among the files of the run. */
  readonly index: number;
  readonly evalFile: EvalFile;
  /** The dataset that contains its cases. Absent: they are in the file. */
  readonly dataset?: DatasetSource;
  /** The formats each target is sent, by id. Each is one variant. */
  readonly sends: ReadonlyMap<string, readonly Send[]>;
  readonly files: PlayFiles;
}

/** The formats each target is sent, by id. Each is one variant. */
export type TargetSends = EvalSource['sends'];

interface Files {
  readonly evalFile: Pick<EvalFile, 'isAgentv'>;
  readonly targetsFile: TargetsFile | undefined;
}

/** The formats that the targets of an eval file are sent. `send`: the formats of `--send`. */
export async function readTargetSends(
  { evalFile, targetsFile }: Files,
  { send: chosen, findRecordedSend }: Pick<SourcePlace, 'send' | 'findRecordedSend'>,
): Promise<TargetSends> {
  const sends = new Map<string, readonly Send[]>();
  if (targetsFile === undefined) return sends;
  const isAgentv = evalFile.isAgentv || targetsFile.isAgentv;
  for (const spec of targetsFile.targets) {
    const own = async () => [
      spec.send ?? (await findRecorded(spec, targetsFile.path, findRecordedSend)) ?? toDefaultSend(spec, { isAgentv }),
    ];
    const forms = chosen ?? (await own());
    // The target ignores the format, so a second one would repeat the same conversation.
    sends.set(spec.id, readsSend(spec) ? forms : forms.slice(0, 1));
  }
  return sends;
}

/** The format in a replay target's cassette. An unreadable cassette is reported when the target is opened. */
async function findRecorded(
  spec: TargetSpec,
  targetsPath: string,
  findRecordedSend: FindRecordedSend,
): Promise<Send | undefined> {
  if (spec.provider !== 'replay') return undefined;
  try {
    return await findRecordedSend(resolve(targetsPath, '..', spec.cassette), spec.id);
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

/**
 * What the targets of a stored run are sent when it is resumed: the same as before, unless the targets file sets
 * another format now.
 */
export function keepTargetSends(
  before: RunSpec,
  { index, targetsFile, specs, sends }: EvalSource,
  root: string,
): TargetSends {
  if (targetsFile === undefined) return sends;
  const file = toRelative(targetsFile.path, root);
  const known = new Map(before.targets.filter((target) => target.file === file).map(({ spec }) => [spec.id, spec]));
  const keep = (id: string, now: readonly Send[]): readonly Send[] => {
    const spec = known.get(id);
    if (spec === undefined || spec.send !== specs.get(id)?.send) return now;
    return toRecordedSends(before, index, spec);
  };
  return new Map([...sends].map(([id, now]) => [id, keep(id, now)]));
}

/** Targets of a resumed run that are sent another format than in a new run. Simulated users are not included. */
export function listKeptSends(
  fresh: readonly EvalSource[],
  kept: readonly EvalSource[],
  { options }: Pick<RunSpec, 'options'>,
): TargetSends {
  const differing = new Map<string, readonly Send[]>();
  for (const [index, { evalFile, specs, sends }] of kept.entries()) {
    for (const id of listTargetIds({}, evalFile, { choice: options, specs })) {
      const forms = sends.get(id);
      if (forms !== undefined && fresh[index]?.sends.get(id)?.join() !== forms.join()) differing.set(id, forms);
    }
  }
  return differing;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** Reads an image of the project each time it is sent, so that images do not fill the memory. */
function openImageReader(attachments: Attachments): (written: string) => ImageData {
  return (written) => {
    const path = attachments.resolve(written);
    const mediaType = mediaTypes[extname(path).toLowerCase()];
    if (mediaType === undefined) {
      const known = Object.keys(mediaTypes).join(' ');
      throw new Fault({
        code: 'FILE_UNREADABLE',
        message: `"${written}" is not a supported image. Supported: ${known}.`,
      });
    }
    return { bytes: attachments.readImage(written), mediaType };
  };
}
