import { resolve } from 'node:path';
import { hasError, type Problem, toWarning } from '../../base/fault.ts';
import { wrap } from '../../base/terminal-text.ts';
import { listFiles } from '../../files/project/list-files.ts';
import { type FileReport, validateFile } from '../../files/validate/validate-files.ts';
import type { ExitCode, Io } from '../io.ts';
import { toPalette } from '../paint.ts';
import { countOf, countProblems, renderProblems } from '../render-problems.ts';

interface ValidateCommand {
  readonly paths: readonly string[];
  readonly json?: boolean;
  readonly strict?: boolean;
}

export async function validate(command: ValidateCommand, io: Io): Promise<ExitCode> {
  const { cwd, env } = io;
  const reports: FileReport[] = [];
  const { files, problems: unlisted } = listFiles(command.paths, cwd);
  const named = new Set(command.paths.map((path) => resolve(cwd, path)));
  for (const path of files) {
    const report = await validateFile(path, { cwd, env, strict: command.strict === true });
    reports.push(named.has(path) ? report : toFoundReport(report));
  }
  const problems = inOrder(withoutRepeats([...unlisted, ...reports.flatMap((report) => report.problems)]));
  io.out(command.json === true ? renderJson(reports, problems) : renderText(reports, problems, io));
  return hasError(problems) ? 2 : 0;
}

/** In a folder, a deck that shows no conversation may be a prompt for something else. An eval that uses it fails. */
function toFoundReport(report: FileReport): FileReport {
  const isPrompt = ({ code }: Problem) => report.kind === 'deck' && code === 'DECK_NOT_A_GRADER';
  const problems = report.problems.map((problem) => (isPrompt(problem) ? toWarning(problem) : problem));
  return { ...report, problems };
}

/** Sorted by file in the order of reading, and inside a file from top to bottom. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const files = [...new Set(problems.map(({ file }) => file))];
  const byPlace = (a: Problem, b: Problem) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
  return files.flatMap((file) => problems.filter((problem) => problem.file === file).toSorted(byPlace));
}

/** Evals may share a deck, and decks a sample file, so each problem is listed once. An error outranks a warning. */
function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ file, line, column, message }: Problem) => JSON.stringify([file, line, column, message]);
  const firsts = new Map<string, Problem>();
  for (const problem of problems) {
    const known = firsts.get(keyOf(problem));
    if (known === undefined || (known.severity === 'warning' && problem.severity === 'error')) {
      firsts.set(keyOf(problem), problem);
    }
  }
  return [...firsts.values()];
}

function renderJson(reports: readonly FileReport[], problems: readonly Problem[]): string {
  const files = reports.map(({ file, kind, count }) => ({ file, kind, count }));
  const report = { ok: !hasError(problems), files, problems: problems.map(toJsonProblem) };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Every key is present, so that programs need no check. */
function toJsonProblem({ severity, code, message, file, line, column, hint }: Problem): Record<string, unknown> {
  return { severity, code, message, file, line, column, hint: hint ?? null };
}

function renderText(reports: readonly FileReport[], problems: readonly Problem[], io: Io): string {
  const palette = toPalette(io.color.out);
  const listed =
    problems.length === 0 ? '' : `${renderProblems(problems, { color: io.color.out, columns: io.columns })}\n\n`;
  const counted = countProblems(problems);
  const mark = hasError(problems) ? palette.red('✗') : palette.green('✓');
  const summary = `${describeFiles(reports)}${counted === '' ? '' : `: ${counted}`}`;
  return `${listed}${mark} ${wrap(summary, io.columns - 2).join('\n  ')}\n`;
}

const nouns = {
  eval: 'case',
  targets: 'target',
  samples: 'sample',
  deck: '',
  items: 'item',
  config: '',
  conversations: 'conversation',
} as const;
const titles = {
  eval: 'eval',
  targets: 'targets file',
  samples: 'sample file',
  deck: 'deck',
  items: 'item file',
  config: 'config',
  conversations: 'importable file',
};

/** `3 files: 2 evals (14 cases), 1 deck (6 samples)`. */
function describeFiles(reports: readonly FileReport[]): string {
  const kinds = [...new Set(reports.map(({ kind }) => kind))].filter((kind) => kind !== null);
  const parts = kinds.map((kind) => {
    const ofKind = reports.filter((report) => report.kind === kind);
    const inside = countOf(
      ofKind.reduce((sum, { count }) => sum + count, 0),
      nouns[kind],
    );
    return `${countOf(ofKind.length, titles[kind])}${inside === '' || nouns[kind] === '' ? '' : ` (${inside})`}`;
  });
  return `${countOf(reports.length, 'file') || 'no file'}${parts.length === 0 ? '' : ` · ${parts.join(', ')}`}`;
}
