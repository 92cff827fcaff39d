import { describe, expect, it } from 'vitest';
import { toError, toWarning } from '../base/fault.ts';
import { countProblems, renderProblems } from './render-problems.ts';

const style = { color: false, columns: 60 };

describe('renderProblems', () => {
  it('prints the place, the message, the hint, and the code at the right', () => {
    const problem = toError({
      code: 'FILE_MISSING',
      message: 'Gone.',
      hint: 'Look.',
      reading: 'eval YAML',
      file: 'a',
      line: 1,
      column: 2,
    });
    expect(renderProblems([problem], style)).toBe(
      `error  eval YAML  a:1:2\n  Gone.\n  Look.${' '.repeat(37)}(FILE_MISSING)`,
    );
  });

  it('wraps long lines, and puts the code on a line of its own if it does not fit', () => {
    const text = renderProblems(
      [toWarning({ code: 'EVAL_NOTHING_TO_ANSWER', message: 'word '.repeat(20).trim() })],
      style,
    );
    expect(text.split('\n').every((line) => line.length <= 60)).toBe(true);
  });

  it('never wraps a command on its own line', () => {
    const hint = `Start it.\n  turnwise run ${'a-long-name '.repeat(6)}--resume r1`;
    const lines = renderProblems([toError({ code: 'FILE_MISSING', message: 'Gone.', hint })], style).split('\n');
    expect(lines).toContain(`    turnwise run ${'a-long-name '.repeat(6)}--resume r1`);
  });

  it('shows control characters instead of obeying them', () => {
    expect(
      renderProblems([toError({ code: 'FILE_MISSING', message: 'a\u001b[2Jb', file: 'x\u001by' })], style),
    ).not.toContain('\u001b');
  });
});

describe('countProblems', () => {
  it('counts errors and warnings separately', () => {
    const error = toError({ code: 'FILE_MISSING', message: '' });
    const warning = toWarning({ code: 'FILE_MISSING', message: '' });
    expect(countProblems([error, warning, warning])).toBe('1 error, 2 warnings');
    expect(countProblems([])).toBe('');
  });
});
