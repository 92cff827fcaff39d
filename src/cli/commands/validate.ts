import { hasError, type Problem } from '../../base/fault.ts';
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
  for (const path of files) reports.push(await validateFile(path, { cwd, env, strict: command.strict === true }));
  const problems = inOrder(withoutRepeats([...unlisted, ...reports.flatMap((report) => report.problems)]));
  io.out(command.json === true ? renderJson(reports, problems) : renderText(reports, problems, io));
  return hasError(problems) ? 2 : 0;
}

/** By file, as they were read; inside a file from top to bottom. */
function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const files = [...new Set(problems.map(({ file }) => file))];
  const byPlace = (a: Problem, b: Problem) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
  return files.flatMap((file) => problems.filter((problem) => problem.file === file).toSorted(byPlace));
}

/** One deck may be reached by several evals, one sample file by several decks; a problem is told once. */
function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ file, line, column, message }: Problem) => JSON.stringify([file, line, column, message]);
  const firsts = new Map<string, Problem>();
  for (const problem of problems) if (!firsts.has(keyOf(problem))) firsts.set(keyOf(problem), problem);
  return [...firsts.values()];
}

function renderJson(reports: readonly FileReport[], problems: readonly Problem[]): string {
  const files = reports.map(({ file, kind, count }) => ({ file, kind, count }));
  const report = { ok: !hasError(problems), files, problems: problems.map(toJsonProblem) };
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** Every key is always there, so that a program need not ask. */
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

const nouns = { eval: 'case', targets: 'target', samples: 'sample', deck: '', items: 'item', config: '' } as const;
const titles = {
  eval: 'eval',
  targets: 'targets file',
  samples: 'sample file',
  deck: 'deck',
  items: 'item file',
  config: 'config',
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
