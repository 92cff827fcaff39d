import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitList } from '../base/list-text.ts';
import { quoteArgument, quoteList } from './quote-argument.ts';

/** The words that a shell reads in a command line. */
function readWords(line: string): readonly string[] {
  return execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

it('writes lists that the shell and the command line read as the same values', () => {
  const hostile = fc.string({ unit: fc.constantFrom('\\', ',', ' ', '\t', "'", '"', '$', '`', '*', '~', 'ä', '-') });
  const lists = fc.sample(fc.array(hostile, { minLength: 1, maxLength: 4 }), { numRuns: 300, seed: 1 });
  expect(readWords(lists.map(quoteList).join(' ')).map(splitList)).toEqual(lists);
});

it('stays on one line', () => {
  expect(quoteArgument('a\nb')).toBe("'a b'");
});
