import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from './parse-csv.ts';

function rowsOf(text: string, separator: ',' | ';' | '\t' = ','): readonly (readonly string[])[] {
  return [...parseCsv(text, separator)].map(({ cells }) => cells.map((cell) => cell.text));
}

describe('parseCsv', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      ' a , b \n\n 1 ,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['"a, b","say ""hi"""\n', [['a, b', 'say "hi"']]],
    ['"two\nlines",x', [['two\nlines', 'x']]],
    ['"" , ""', [['', '']]],
    ['', []],
    ['\n\n', []],
  ])('of %j is %j', (text, expected) => {
    expect(rowsOf(text)).toEqual(expected);
  });

  it('reports where each cell begins, even after quotes with a line break', () => {
    const [, row] = parseCsv('h\n"a\nbc", "d"', ',');
    expect(row?.cells).toEqual([
      { text: 'a\nbc', line: 2, column: 1 },
      { text: 'd', line: 3, column: 6 },
    ]);
  });

  it.each([
    ['a,"b\nc,d', 'The quote is not closed.', 3],
    ['a,"b"c', 'Unexpected text after the closing quote: "c".', 3],
  ])('finds the flaw of %j', (text, message, column) => {
    const [row] = parseCsv(text, ',');
    expect(row?.flaw).toMatchObject({ message, cell: { line: 1, column } });
  });

  it('returns what was written in quotes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ';', ' ') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 4 }), (rows) => {
        const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join()).join('\n');
        expect(rowsOf(text)).toEqual(rows);
      }),
    );
  });
});
