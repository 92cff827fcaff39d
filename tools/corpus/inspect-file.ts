import { basename, extname, join } from 'node:path';
import { toGraderKind } from '../../src/conversation/grader-spec.ts';
import { listTargetIds, openEval } from '../../src/files/eval/read-eval.ts';
import { findTargetsFile, readTargets } from '../../src/files/targets/read-targets.ts';
import { listCaseGraders } from '../../src/grade/case-graders.ts';
import { type CorpusFile, countTexts, type Loads, toCount } from './corpus-file.ts';
import { listPrompts, toPartNames } from './file-parts.ts';
import { importFile } from './import-file.ts';
import { runCommand } from './run-command.ts';

/** A problem as `validate --json` prints it. */
interface Problem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly file: string;
}

interface Validation {
  readonly kind: string | null;
  readonly count: number;
  readonly problems: readonly Problem[];
}

const readable = [
  '.yaml',
  '.yml',
  '.json',
  '.jsonl',
  '.ndjson',
  '.toml',
  '.md',
  '.csv',
  '.tsv',
  '.parquet',
  '.eval',
  '.zip',
];

/** Files that people keep with their data. */
const besides = /(?:^|\/)(?:LICENSE|README|CHANGELOG|package\.json|package-lock\.json|tsconfig\.json)/i;

/** Reads one file as a user would: with `validate`, and with `import` if it may contain conversations. */
export async function inspectFile(folder: string, file: string, read = inspectData): Promise<CorpusFile> {
  const suffix = extname(file).toLowerCase();
  const isAside = besides.test(file) || !readable.includes(suffix);
  if (isAside) return { file, kind: 'other file', loads: 'not-data', lost: [] };
  try {
    return await read(folder, file);
  } catch (error) {
    // Anything that a command throws is a bug of ours, and other files are still worth a look.
    const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { file, kind: 'crashed', loads: 'crashed', lost: [], error: said };
  }
}

async function inspectData(folder: string, file: string): Promise<CorpusFile> {
  const found = await validate(folder, file);
  const suffix = extname(file).toLowerCase();
  const isBroken = hasError(found.problems);
  // Benchmarks and chats have keys of evals, samples and items. `import` knows better than a failed `validate`.
  const isOwn = found.kind !== null && ownKinds.includes(found.kind);
  const mayImport = !isOwn || (isBroken && !ownSuffix.test(file));
  if (!mayImport || suffix === '.md' || suffix === '.toml') return describeValidated(folder, file, found);
  const named = findName(found);
  if (named !== undefined) return { file, kind: named, loads: 'other-format', lost: [] };
  const imported = await importFile(folder, file);
  if (typeof imported !== 'string') return imported;
  const ratings = ratingSuffixes.includes(suffix) ? await readRatings(folder, file) : undefined;
  if (ratings !== undefined) return ratings;
  if (found.kind !== null) return describeValidated(folder, file, found);
  if (found.problems.every(({ code }) => code === 'FILE_EMPTY'))
    return { file, kind: 'empty file', loads: 'unknown', lost: [], contents: 'empty' };
  const isUnknown = found.problems.every(({ code }) => code === 'FILE_UNKNOWN_KIND') && !tableSuffixes.includes(suffix);
  if (isUnknown) return { file, kind: 'not recognized', loads: 'unknown', lost: [], ...describeKeys(imported) };
  const error = tableSuffixes.includes(suffix) ? toImportReason(imported) : (toReason(found.problems) ?? imported);
  return { file, kind: tableSuffixes.includes(suffix) ? suffix.slice(1) : 'data', loads: 'no', lost: [], error };
}

/** Kinds that no import reads. */
const ownKinds = ['eval', 'targets', 'samples', 'deck', 'config'];
const ownSuffix = /\.(?:eval|samples|items)\.\w+$|(?:^|\/)targets\.ya?ml$/;
const tableSuffixes = ['.csv', '.tsv', '.parquet'];
const ratingSuffixes = ['.csv', '.tsv', '.jsonl', '.ndjson'];

/** `an Inspect log`, if Turnwise names the file as something that no command reads. */
function findName({ problems }: Validation): string | undefined {
  const [only] = problems;
  if (only?.code !== 'FILE_UNKNOWN_KIND') return undefined;
  return /^This is (.+), which Turnwise does not read/.exec(only.message)?.[1];
}

/** `Its first entry has the keys "stories".` */
function describeKeys(said: string): Pick<CorpusFile, 'contents'> {
  const keys = /has the\s+keys\s+(.+?)\.\s/s.exec(said)?.[1];
  return keys === undefined ? {} : { contents: `keys: ${keys.replace(/\s+/g, ' ')}` };
}

/** The message and the code of what a command prints. */
function toImportReason(said: string): string {
  return said.trim().split('\n').slice(1, 4).join(' ').replace(/\s+/g, ' ').trim() || said.trim();
}

interface Agreement {
  readonly units: number;
  readonly ratings: number;
  readonly read: { readonly form: string; readonly raters: readonly string[] };
}

/** A table of ratings, as `agreement` reads it. Names are scores only where no number is one. */
async function readRatings(folder: string, file: string): Promise<CorpusFile | undefined> {
  for (const level of [[], ['--level', 'nominal']]) {
    const { out, code } = await runCommand(['agreement', file, '--json', ...level], folder);
    if (code !== 0 || !out.startsWith('{')) continue;
    // Printed by our own command.
    const { read } = JSON.parse(out) as Agreement;
    if (read.raters.length < 2) return undefined;
    return {
      file,
      kind: 'ratings',
      loads: 'yes',
      lost: [],
      contents: `${read.form} table, ${toCount(read.raters.length, 'rater')}`,
    };
  }
  return undefined;
}

async function describeValidated(
  folder: string,
  file: string,
  { kind, count, problems }: Validation,
): Promise<CorpusFile> {
  if (problems.some(({ code }) => code === 'EVAL_SIDECAR')) return describeHead(folder, file);
  const isDeckName = extname(file).toLowerCase() !== '.md' || file.endsWith('.deck.md');
  const loads = toLoads(problems);
  // Any Markdown file may be a deck. Without the suffix, it is one only if it works as one.
  if (!isDeckName && loads !== 'yes') return { file, kind: 'text', loads: 'not-data', lost: [] };
  if (kind === null && problems.every(({ code }) => code === 'FILE_UNKNOWN_KIND')) {
    return { file, kind: 'not recognized', loads: 'unknown', lost: [] };
  }
  const error = toReason(problems);
  const lost = loads === 'old-pairs' ? [] : listLost(file, problems);
  const found = { file, lost, loads, ...(error === undefined || loads === 'old-pairs' ? {} : { error }) };
  if (kind === 'eval') return { ...found, ...(await describeEval(join(folder, file), folder)) };
  if (kind === 'deck')
    return { ...found, kind: 'deck', contents: count === 0 ? '' : toCount(count, 'sample'), samples: count };
  if (kind === 'targets') return { ...found, kind, contents: describeTargets(join(folder, file), folder) };
  // Definitions that decks include: contexts, and often samples.
  if (kind === 'samples' && count === 0 && loads === 'yes') return { ...found, kind: 'contexts for decks' };
  return {
    ...found,
    kind: kind ?? 'data',
    contents: kind === 'config' || kind === null || loads === 'old-pairs' ? '' : toCount(count, kind.replace(/s$/, '')),
  };
}

/** The head of JSON Lines counts with them, so it loads if they do. */
async function describeHead(folder: string, file: string): Promise<CorpusFile> {
  const lines = file.replace(/\.ya?ml$/i, '.jsonl');
  const loads = toLoads((await validate(folder, lines)).problems);
  return { file, kind: 'AgentV eval', loads, lost: [], contents: `the head of ${basename(lines)}`, isHead: true };
}

async function validate(folder: string, file: string): Promise<Validation> {
  const { out, err } = await runCommand(['validate', file, '--json'], folder);
  if (out === '') throw new Error(`validate printed nothing: ${err}`);
  // Printed by our own command.
  const report = JSON.parse(out) as { files: readonly Validation[]; problems: readonly Problem[] };
  return { kind: report.files[0]?.kind ?? null, count: report.files[0]?.count ?? 0, problems: report.problems };
}

function hasError(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

function toLoads(problems: readonly Problem[]): Loads {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.some(({ code }) => code === 'DECK_INCLUDE_MISSING')) return 'missing-include';
  if (errors.some(({ code }) => code === 'DECK_NOT_A_GRADER')) return 'not-a-grader';
  const isOld =
    errors.every(({ code }) => code === 'SAMPLES_NONE_VALID') &&
    problems.some(({ code }) => code === 'SAMPLE_OLD_FORM');
  if (errors.length > 0) return isOld ? 'old-pairs' : 'no';
  return problems.some(({ code }) => code === 'EVAL_FOREIGN_GRADER') ? 'without-a-grader' : 'yes';
}

/** Warnings of the file itself. An unset variable is not a loss. */
function listLost(file: string, problems: readonly Problem[]): readonly string[] {
  const own = problems.filter((problem) => problem.severity === 'warning' && problem.file === file);
  return countTexts(own.filter(({ code }) => code !== 'TARGETS_ENV_MISSING').map(({ message }) => message));
}

function toReason(problems: readonly Problem[]): string | undefined {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (first === undefined) return undefined;
  return `${first.code} ${first.message}${errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''}`;
}

/** `6 cases on default, azure_base · graders: 3 judge, 1 command`. */
async function describeEval(path: string, cwd: string): Promise<Pick<CorpusFile, 'kind' | 'contents' | 'parts'>> {
  const evalFile = openEval(path, cwd);
  const targetsPath = findTargetsFile(evalFile.path, evalFile.root);
  const targets = targetsPath === undefined ? [] : readTargets(targetsPath, cwd).targets;
  const specs = new Map(targets.map((spec) => [spec.id, spec]));
  const ids: string[] = [];
  const graders: string[] = [];
  const prompts: string[] = [];
  let cases = 0;
  for await (const { evalCase } of evalFile.readCases()) {
    if (evalCase === undefined) continue;
    cases += 1;
    ids.push(...listTargetIds(evalCase, evalFile, { choice: {}, specs }));
    prompts.push(...listPrompts(evalCase, evalFile));
    graders.push(...listCaseGraders(evalCase).map(({ spec }) => toGraderKind(spec)));
  }
  const on = [...new Set(ids)].join(', ') || 'no target';
  const graded = graders.length === 0 ? '' : ` · graders: ${countTexts(graders).join(', ')}`;
  return {
    kind: evalFile.isAgentv ? 'AgentV eval' : 'eval',
    contents: `${toCount(cases, 'case')} on ${on}${graded}`,
    parts: toPartNames([...evalFile.parts, ...prompts], cwd),
  };
}

function describeTargets(path: string, cwd: string): string {
  const { targets, unusable } = readTargets(path, cwd);
  const named = unusable.map(({ id }) => id).join(', ');
  return `${toCount(targets.length, 'target')}${named === '' ? '' : `, not usable: ${named}`}`;
}
