import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import { Fault } from '../../base/fault.ts';
import { toEntryPlace } from '../foreign/read-entries.ts';
import { isUsualName } from './field-map.ts';
import { readCsvEntries } from './read-csv.ts';

async function read(content: string | Uint8Array, name = 'a.csv'): Promise<readonly unknown[]> {
  const path = join(makeProject({ [name]: content }), name);
  const rows: unknown[] = [];
  for await (const { value, at } of readCsvEntries({ path, file: name, isKnown: isUsualName })) {
    rows.push([toEntryPlace(at, name).line, ...Object.values(value as object)]);
  }
  return rows;
}

async function findProblems(content: string | Uint8Array): Promise<readonly string[]> {
  try {
    await read(content);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.problems.map(({ code, line, message }) => `${code} ${line}: ${message}`);
  }
  return [];
}

describe('the rows of a CSV file', () => {
  it.each<[string, string, readonly unknown[]]>([
    [
      'plain',
      'id,user\n1,Hi\n2,Ho',
      [
        [2, '1', 'Hi'],
        [3, '2', 'Ho'],
      ],
    ],
    ['a byte order mark', '\ufeffid,user\n1,Hi\n', [[2, '1', 'Hi']]],
    [
      'CRLF',
      'id,user\r\n1,Hi\r\n2,Ho\r\n',
      [
        [2, '1', 'Hi'],
        [3, '2', 'Ho'],
      ],
    ],
    [
      'CR',
      'id,user\r1,Hi\r2,Ho\r',
      [
        [2, '1', 'Hi'],
        [3, '2', 'Ho'],
      ],
    ],
    [
      'mixed line ends',
      'id,user\n1,"Hi"\r\n2,Ho\n',
      [
        [2, '1', 'Hi'],
        [3, '2', 'Ho'],
      ],
    ],
    [
      'a line break in quotes',
      'id,user\n1,"Hi\nyou"\n2,Ho\n',
      [
        [2, '1', 'Hi\nyou'],
        [4, '2', 'Ho'],
      ],
    ],
    [
      'CRLF in quotes',
      'id,user\r\n1,"Hi\r\n\r\nyou"\r\n2,Ho\r\n',
      [
        [2, '1', 'Hi\r\n\r\nyou'],
        [5, '2', 'Ho'],
      ],
    ],
    ['doubled quotes', 'id,user\n1,"say ""hi"""\n', [[2, '1', 'say "hi"']]],
    [
      'blank lines and rows',
      '\nid,user\n\n1,Hi\n,\n\n2,Ho\n',
      [
        [4, '1', 'Hi'],
        [7, '2', 'Ho'],
      ],
    ],
    ['spaces in the header', ' id , user \n1,Hi\n', [[2, '1', 'Hi']]],
    ['spaces in a cell', 'id,user\n1,  Hi \n', [[2, '1', '  Hi ']]],
    ['a separator at the end of each line', 'id,user\n1,Hi,\n', [[2, '1', 'Hi']]],
    ['semicolons', 'id;user\n1;Hi, you\n', [[2, '1', 'Hi, you']]],
    ['a line that names the separator', 'sep=;\nid;user\n1;Hi, you\n', [[3, '1', 'Hi, you']]],
    ['tabs', 'id\tuser\n1\tHi, you; there\n', [[2, '1', 'Hi, you; there']]],
    ['one column', 'user\nHi\n', [[2, 'Hi']]],
    ['only a header', 'id,user\n', []],
  ])('with %s', async (_, text, rows) => {
    expect(await read(text)).toEqual(rows);
  });

  it('are the same whatever block a character, a quote or a line break ends in', async () => {
    const row = (n: number) => `${n},"é""\r\n${'ü'.repeat(n % 97)}"\r\n`;
    const text = `id,user\r\n${Array.from({ length: 4000 }, (_, n) => row(n)).join('')}`;
    const rows = await read(text);
    expect(rows).toHaveLength(4000);
    expect(rows[3999]).toEqual([2 + 2 * 3999, '3999', `é"\r\n${'ü'.repeat(3999 % 97)}`]);
  });

  it('gives a column without a name one from its position', async () => {
    const path = join(makeProject({ 'a.csv': ',user\n0,Hi\n' }), 'a.csv');
    const [row] = await Array.fromAsync(readCsvEntries({ path, file: 'a.csv', isKnown: isUsualName }));
    expect(row?.value).toEqual({ 'column 1': '0', user: 'Hi' });
  });
});

describe('a CSV file that cannot be read', () => {
  it.each<[string, string | Uint8Array, string]>([
    [
      'an unclosed quote',
      'id,user\n1,Hi\n2,"Ho\n3,He\n',
      'IMPORT_BAD_TABLE 3: A quote in the row that starts here is never closed.',
    ],
    [
      'text after a quote',
      'id,user\n1,"Hi" you\n',
      'IMPORT_BAD_TABLE 2: The row that starts here has text after a closing quote.',
    ],
    [
      'an unclosed quote before another',
      'id,user\n1,"Hi\n2,"Ho"\n',
      'IMPORT_BAD_TABLE 2: The row that starts here has text after a closing quote.',
    ],
    [
      'a quote in a plain cell',
      'id,user\n1,5" pipe\n',
      'IMPORT_BAD_TABLE 2: The row that starts here has a quote inside a cell that is not in quotes.',
    ],
    ['a missing cell', 'id,user\n1\n', 'IMPORT_BAD_TABLE 2: The row has 1 cell, but the header has 2 columns.'],
    [
      'a cell too many',
      'id,user\n1,Hi, you\n',
      'IMPORT_BAD_TABLE 2: The row has 3 cells, but the header has 2 columns.',
    ],
    ['a column named twice', 'id,user,user\n', 'IMPORT_BAD_TABLE 1: Columns 2 and 3 are both named "user".'],
    ['a forbidden column', 'id,__proto__\n', 'IMPORT_BAD_TABLE 1: A column cannot be named "__proto__".'],
    [
      'Latin-1',
      Buffer.from('id,user\n1,Hi\n2,caf\xe9\n', 'latin1'),
      'FILE_NOT_UTF8 3: "a.csv" is not valid UTF-8 text at line 3, column 6.',
    ],
    ['UTF-16', Buffer.from('\ufeffid,user\n1,Hi\n', 'utf16le'), 'FILE_NOT_UTF8 1: "a.csv" is UTF-16 text.'],
    [
      'UTF-16 without a mark',
      Buffer.from('id,user\n1,Hi\n', 'utf16le'),
      'FILE_NOT_UTF8 1: "a.csv" has a NUL character in line 1.',
    ],
    ['a NUL character', 'id,user\n1,Hi\n2,H\0o\n', 'FILE_NOT_UTF8 3: "a.csv" has a NUL character in line 3.'],
    ['no content', '', 'FILE_EMPTY 1: The file is empty.'],
    [
      'a cell of 100 MB',
      `id,user\n1,Hi\n2,"${'x'.repeat(100 * 1024 * 1024)}"\n`,
      'FILE_TOO_BIG 3: Line 3 of "a.csv" exceeds 16 MB.',
    ],
    [
      'a cell of many lines',
      `id,user\n1,"${'x\n'.repeat(9 * 1024 * 1024)}"\n`,
      'FILE_TOO_BIG 2: The row that starts here exceeds 16 MB.',
    ],
  ])('because of %s', async (_, content, problem) => {
    expect(await findProblems(content)).toEqual([problem]);
  });

  it('names the first rows that do not fit, not only one', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `${n},a,b\n`).join('');
    const problems = await findProblems(`id,user\n0,ok\n${rows}`);
    expect(problems).toHaveLength(20);
    expect(problems[19]).toMatch(/^IMPORT_BAD_TABLE 22:/);
    expect(await findProblems('id,user\n1\n2,Hi\n3,"\n')).toEqual([
      'IMPORT_BAD_TABLE 2: The row has 1 cell, but the header has 2 columns.',
      'IMPORT_BAD_TABLE 4: A quote in the row that starts here is never closed.',
    ]);
  });
});
