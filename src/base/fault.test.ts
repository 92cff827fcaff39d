import { describe, expect, it } from 'vitest';
import { assertNoErrors, Fault, toError, toWarning } from './fault.ts';

const warning = toWarning({ code: 'EVAL_MARKER_IN_TEXT', message: 'careful' });
const error = toError({ code: 'FILE_MISSING', message: 'gone', file: 'a', line: 1, column: 2 });

describe('Fault', () => {
  it('carries code, place and cause of the first problem, and all the problems', () => {
    const cause = new Error('inner');
    const fault = new Fault([error, toError({ code: 'FILE_EMPTY', message: 'nothing' })], { cause });
    expect(fault).toMatchObject({ code: 'FILE_MISSING', message: 'gone', cause });
    expect(fault.problems).toHaveLength(2);
  });
});

describe('assertNoErrors', () => {
  it('lets warnings pass', () => {
    expect(() => assertNoErrors([warning])).not.toThrow();
  });

  it('throws every error at once, without the warnings', () => {
    expect(() => assertNoErrors([warning, error, error])).toThrow(
      expect.objectContaining({ problems: [error, error] }),
    );
  });
});
