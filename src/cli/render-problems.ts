import type { Problem, Severity } from '../base/fault.ts';
import { toTextWidth, wrap } from '../base/terminal-text.ts';
import { toVisibleText } from '../format/transcript.ts';
import type { Palette } from '../report/palette.ts';
import { toPalette } from './paint.ts';

interface RenderStyle {
  readonly color: boolean;
  readonly columns: number;
}

/** Problems for people: where, what, what to type next, and the code at the right for looking it up. */
export function renderProblems(problems: readonly Problem[], style: RenderStyle): string {
  const palette = toPalette(style.color);
  return problems.map((problem) => renderProblem(problem, palette, style.columns)).join('\n\n');
}

function renderProblem(problem: Problem, palette: Palette, columns: number): string {
  const isError = problem.severity === 'error';
  const mark = isError ? palette.red('error') : palette.yellow('warning');
  const reading = problem.reading && toVisibleText(problem.reading).replaceAll(/[\n\t]/g, ' ');
  const where = [reading, renderPlace(problem)].filter((part) => part !== undefined && part !== '').join('  ');
  const head = where === '' ? mark : `${mark}  ${palette.bold(where)}`;
  const message = wrap(toVisibleText(problem.message), columns - 4);
  const hint = problem.hint === undefined ? [] : wrapHint(toVisibleText(problem.hint), columns - 4);
  const lines = [...message, ...hint];
  const code = palette.dim(`(${problem.code})`);
  const last = lines.pop() ?? '';
  const gap = Math.max(2, columns - 4 - toTextWidth(last) - problem.code.length - 2);
  const fits = toTextWidth(last) + 2 + problem.code.length + 2 <= columns - 2;
  const tail = fits
    ? `${last}${' '.repeat(gap)}${code}`
    : `${last}\n  ${' '.repeat(Math.max(0, columns - 6 - problem.code.length))}${code}`;
  return [head, ...[...lines, tail].map((line) => `  ${line}`)].join('\n');
}

/** A hint with something to copy is never broken, and neither are lines after its first, which are commands. */
function wrapHint(hint: string, width: number): readonly string[] {
  const [text = '', ...commands] = hint.split('\n');
  return [...(/[={}`]|"[^"]* [^"]*"/.test(text) ? [text] : wrap(text, width)), ...commands];
}

function renderPlace({ file, line, column, path }: Problem): string {
  const at = [file, line, column].filter((part) => part !== undefined).join(':');
  return toVisibleText([at, path].filter((part) => part !== undefined && part !== '').join(' '));
}

/** `2 errors, 1 warning`; empty when there are none. */
export function countProblems(problems: readonly Problem[]): string {
  return [countSeverity(problems, 'error'), countSeverity(problems, 'warning')]
    .filter((text) => text !== '')
    .join(', ');
}

/** A notice that not all are listed is not counted as a problem: it makes the count "more than". */
function countSeverity(problems: readonly Problem[], severity: Severity): string {
  const ofKind = problems.filter((problem) => problem.severity === severity);
  const listed = ofKind.filter(({ code }) => code !== 'FILE_TOO_MANY_PROBLEMS').length;
  return `${listed < ofKind.length ? 'more than ' : ''}${countOf(listed, severity)}`;
}

export function countOf(count: number, noun: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
