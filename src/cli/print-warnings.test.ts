import { describe, expect, it } from 'vitest';
import type { Problem } from '../base/fault.ts';
import { printWarnings } from './print-warnings.ts';

function makeWarnings(count: number, code: Problem['code']): readonly Problem[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ severity: 'warning' as const, code, message: `${code} number ${index}.` },
  }));
}

function print(problems: readonly Problem[], mostPerCode?: number): string {
  let printed = '';
  const err = (text: string) => {
    printed += text;
  };
  const io = { err, color: { out: false, err: false }, columns: 80 };
  // The function uses nothing else of Io.
  printWarnings(problems, io as Parameters<typeof printWarnings>[1], mostPerCode === undefined ? {} : { mostPerCode });
  return printed;
}

describe('printWarnings', () => {
  it('prints the first of a code and counts the others, and all of a code that is not frequent', () => {
    const text = print([...makeWarnings(11, 'SAMPLE_SKIPPED'), ...makeWarnings(1, 'SAMPLE_OLD_FORM')], 3);
    expect(text.match(/^ {2}SAMPLE_SKIPPED number/gm)).toHaveLength(3);
    expect(text).toContain('  SAMPLE_OLD_FORM number 0.');
    expect(text).toMatch(/\n\n… 8 more warnings \(SAMPLE_SKIPPED\): --verbose\n\n$/);
  });

  it('prints all of them by default, and nothing without any', () => {
    expect(print(makeWarnings(11, 'SAMPLE_SKIPPED')).match(/number/g)).toHaveLength(11);
    expect(print([])).toBe('');
  });
});
