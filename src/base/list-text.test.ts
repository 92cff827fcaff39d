import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinList, splitList } from './list-text.ts';

describe('splitList', () => {
  it.each<[string, readonly string[]]>([
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    ['a, b', ['a', 'b']],
    [' a ', [' a ']],
    ['', ['']],
    [',', ['', '']],
    ['a,,b', ['a', '', 'b']],
    ['a\\,b', ['a,b']],
    ['a\\,b,c', ['a,b', 'c']],
    ['c\\\\,support', ['c\\', 'support']],
    ['c\\\\\\,support', ['c\\,support']],
    ['\\\\server\\share', ['\\\\server\\share']],
    ['c:\\a.toml,\\d+', ['c:\\a.toml', '\\d+']],
    ['\\ a\\ ,b', [' a ', 'b']],
    ['a\\\\ ,b', ['a\\', 'b']],
    ['a,b\\', ['a', 'b\\']],
  ])('reads %j', (text, values) => {
    expect(splitList(text)).toEqual(values);
  });
});

describe('joinList', () => {
  it.each<[readonly string[], string]>([
    [['a'], 'a'],
    [['a', 'b'], 'a,b'],
    [[' a '], ' a '],
    [['a,b'], 'a\\,b'],
    [['c\\', 'support'], 'c\\\\,support'],
    [['c:\\a.toml'], 'c:\\a.toml'],
    [[' a', 'b'], '\\ a,b'],
  ])('writes %j', (values, text) => {
    expect(joinList(values)).toBe(text);
  });

  it('writes what splitList reads as the same values, whatever they contain', () => {
    const hostile = fc.string({ unit: fc.constantFrom('\\', ',', ' ', '\t', '\n', '\u00a0', "'", 'a', '=') });
    const values = fc.array(fc.oneof(hostile, fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(values, (list) => {
        expect(splitList(joinList(list))).toEqual(list);
      }),
      { numRuns: 5000 },
    );
  });
});
