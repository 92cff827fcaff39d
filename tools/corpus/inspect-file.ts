import { extname, join } from 'node:path';
import { toGraderKind } from '../../src/conversation/grader-spec.ts';
import { listTargetIds, openEval } from '../../src/files/eval/read-eval.ts';
import { findTargetsFile, readTargets } from '../../src/files/targets/read-targets.ts';
import { listCaseGraders } from '../../src/grade/case-graders.ts';
import { runInProcess } from '../../test/support/run-in-process.ts';
import { type CorpusFile, countTexts, type Loads, toCount } from './corpus-file.ts';
import { importFile } from './import-file.ts';

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

const readable = ['.yaml', '.yml', '.json', '.jsonl', '.toml', '.md', '.csv', '.tsv', '.parquet', '.eval', '.zip'];

/** Files that people keep with their data. */
const besides = /(?:^|\/)(?:LICENSE|README|CHANGELOG|package\.json|tsconfig\.json)/i;

/** Reads one file as a user would: with `validate`, and with `import` if it contains conversations. */
export async function inspectFile(folder: string, file: string): Promise<CorpusFile> {
  const suffix = extname(file).toLowerCase();
  const isAside = besides.test(file) || !readable.includes(suffix);
  if (isAside) return { file, kind: 'other file', loads: 'not-data', lost: [] };
  const { kind, count, problems } = await validate(folder, file);
  if (kind === null || kind === 'items') return importFile(folder, file, toReason(problems));
  const isDeckName = suffix !== '.md' || file.endsWith('.deck.md');
  const loads = toLoads(problems);
  // Any Markdown file may be a deck. Without the suffix, it is one only if it works as one.
  if (!isDeckName && loads !== 'yes') return { file, kind: 'text', loads: 'not-data', lost: [] };
  const lost = listLost(file, problems);
  const error = toReason(problems);
  const found = { file, lost, loads, ...(error === undefined ? {} : { error }) };
  if (kind === 'eval') return { ...found, ...(await describeEval(join(folder, file), folder)) };
  if (kind === 'deck') return { ...found, kind: 'deck', contents: toCount(count, 'sample') };
  if (kind === 'targets') return { ...found, kind, contents: describeTargets(join(folder, file), folder) };
  return { ...found, kind, contents: kind === 'config' ? '' : toCount(count, kind.replace(/s$/, '')) };
}

async function validate(folder: string, file: string): Promise<Validation> {
  const { out, err } = await runInProcess(['validate', file, '--json'], folder);
  if (out === '') throw new Error(`validate printed nothing for ${file}: ${err}`);
  // Printed by our own command.
  const report = JSON.parse(out) as { files: readonly Validation[]; problems: readonly Problem[] };
  return { kind: report.files[0]?.kind ?? null, count: report.files[0]?.count ?? 0, problems: report.problems };
}

function toLoads(problems: readonly Problem[]): Loads {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.some(({ code }) => code === 'DECK_INCLUDE_MISSING')) return 'missing-include';
  if (errors.some(({ code }) => code === 'DECK_NOT_A_GRADER')) return 'not-a-grader';
  if (errors.length > 0) return 'no';
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
async function describeEval(path: string, cwd: string): Promise<Pick<CorpusFile, 'kind' | 'contents'>> {
  const evalFile = openEval(path, cwd);
  const targetsPath = findTargetsFile(evalFile.path, evalFile.root);
  const targets = targetsPath === undefined ? [] : readTargets(targetsPath, cwd).targets;
  const specs = new Map(targets.map((spec) => [spec.id, spec]));
  const ids: string[] = [];
  const graders: string[] = [];
  let cases = 0;
  for await (const { evalCase } of evalFile.readCases()) {
    if (evalCase === undefined) continue;
    cases += 1;
    ids.push(...listTargetIds(evalCase, evalFile, { choice: {}, specs }));
    graders.push(...listCaseGraders(evalCase).map(({ spec }) => toGraderKind(spec)));
  }
  const on = [...new Set(ids)].join(', ') || 'no target';
  const graded = graders.length === 0 ? '' : ` · graders: ${countTexts(graders).join(', ')}`;
  return { kind: evalFile.isAgentv ? 'AgentV eval' : 'eval', contents: `${toCount(cases, 'case')} on ${on}${graded}` };
}

function describeTargets(path: string, cwd: string): string {
  const { targets, unusable } = readTargets(path, cwd);
  const named = unusable.map(({ id }) => id).join(', ');
  return `${toCount(targets.length, 'target')}${named === '' ? '' : `, not usable: ${named}`}`;
}
