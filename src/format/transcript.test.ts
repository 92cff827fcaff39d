import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitList } from '../base/list-text.ts';
import { quoteArgument, quoteList, renderTranscript, toVisibleText } from './transcript.ts';

describe('renderTranscript', () => {
  it('numbers turns and indents their text', () => {
    const messages = [
      { role: 'user', content: ['Look', { type: 'file' as const, value: './a.md' }] },
      { role: 'assistant', content: null, tool_calls: [{ name: 'find', arguments: { q: 'a' } }] },
    ];
    expect(renderTranscript(messages)).toBe(
      [' 1  User', '    Look', '', '    [file: a.md]', '', ' 2  Assistant', '    → find({"q":"a"})'].join('\n'),
    );
  });

  it.each([
    ['\u001b[2J', '␛[2J'],
    ['a\rb', 'a␍b'],
    ['\u202eevil', '\\u{202e}evil'],
    ['tab\tstays', 'tab\tstays'],
    ['co\u00adop', 'co\\u{ad}op'],
    ['\u061cعربي', '\\u{61c}عربي'],
    ['a\u180eb', 'a\\u{180e}b'],
    ['a\u200bb', 'a\\u{200b}b'],
    ['a\u2028b\u2029', 'a\\u{2028}b\\u{2029}'],
    ['a\u2060b\u206f', 'a\\u{2060}b\\u{206f}'],
    ['a\ufeffb', 'a\\u{feff}b'],
    ['\ufff9a\ufffab\ufffb', '\\u{fff9}a\\u{fffa}b\\u{fffb}'],
    ['fine\u{e0001}\u{e0068}\u{e0069}\u{e007f}', 'fine\\u{e0001}\\u{e0068}\\u{e0069}\\u{e007f}'],
    ['👩‍👩‍👧 می‌خواهم', '👩‍👩‍👧 می‌خواهم'],
  ])('makes hidden characters visible in %j', (text, shown) => {
    expect(toVisibleText(text)).toBe(shown);
  });
});

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
