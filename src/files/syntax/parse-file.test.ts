import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseWholeFile } from './parse-file.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnwise-whole-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function parse(name: string, text: string, limits = {}) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return parseWholeFile({ path, file: name, what: 'items', ...limits });
}

describe('parseWholeFile', () => {
  it.each([
    ['a.json', '{"a": 1}', 'items JSON'],
    ['a.JSON', '{"a": 1}', 'items JSON'],
    ['a.yaml', 'a: 1', 'items YAML'],
    ['a.yml', 'a: 1', 'items YAML'],
  ])('reads %s by its suffix', (name, text, reading) => {
    expect(parse(name, text).data).toMatchObject({ file: name, reading, value: { a: 1 } });
  });

  it.each(['', ' \n\t'])('throws on %j, at the start of the file', (text) => {
    const problem = { code: 'FILE_EMPTY', file: 'a.yaml', line: 1, column: 1, reading: 'items YAML' };
    expect(() => parse('a.yaml', text)).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining(problem)] }),
    );
  });

  it.each([
    [{ limitBytes: 3 }, 'FILE_TOO_BIG'],
    [{ limitBytes: 3, tooBigCode: 'EVAL_TOO_BIG' }, 'EVAL_TOO_BIG'],
  ])('throws on a file over the limit of %j', (limits, code) => {
    expect(() => parse('a.yaml', 'a: 1', limits)).toThrow(expect.objectContaining({ code }));
  });

  it('returns syntax errors as problems', () => {
    expect(parse('a.json', '{"a": }')).toMatchObject({ problems: [{ code: 'JSON_SYNTAX', line: 1, column: 7 }] });
  });
});
