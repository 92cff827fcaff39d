import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../../test/support/temp-project.ts';
import type { ForeignFormat } from './chat-format.ts';
import { type ImportFile, openImportFile, openImportInput } from './open-import-file.ts';
import { toEntryPlace } from './read-entries.ts';

async function listEntries({ entries, file }: ImportFile): Promise<readonly string[]> {
  const list: string[] = [];
  for await (const { value, problem, at } of entries)
    list.push(`${toEntryPlace(at, file).line} ${problem?.code ?? JSON.stringify(value)}`);
  return list;
}

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const item = '{"id":"a","history":[]}';
const share = '{"id":"s","conversations":[{"from":"human","value":"hé"}]}';
const said = '"messages":[{"role":"user","content":"hé"}]';
const shareItem = `{"id":"s",${said},"meta":{"sharegpt":{"keys":["id","conversations"]}}}`;

const texts: readonly (readonly [name: string, text: string, format: ForeignFormat, wanted: readonly string[]])[] = [
  ['lines.jsonl', `${item}\n\n${item}\n`, 'items', [`1 ${item}`, `3 ${item}`]],
  ['lines.ndjson', share, 'sharegpt', [`1 ${shareItem}`]],
  ['bad-line.jsonl', `nonsense\n${item}\n{"a`, 'items', ['1 JSON_SYNTAX', `2 ${item}`, '3 JSON_SYNTAX']],
  ['list.json', `[\n${share},\n${share}]`, 'sharegpt', [`2 ${shareItem}`, `3 ${shareItem}`]],
  ['one.json', `{\n"history":[]}`, 'items', ['1 {"history":[]}']],
  ['snapshot.json', `{"schemaVersion":"1","items":[\n${item}]}`, 'items', [`2 ${item}`]],
  ['snapshot-line.jsonl', `{"items":[${item},${item}]}`, 'items', [`1 ${item}`, `1 ${item}`]],
  [
    'items.yaml',
    '- id: a\n  history: []\n- id: b\n  history: []\n',
    'items',
    [`1 ${item}`, `3 ${item.replace('a', 'b')}`],
  ],
  ['all-bad.jsonl', 'x\ny\n', 'items', ['1 JSON_SYNTAX', '2 JSON_SYNTAX']],
];

describe('a file', () => {
  it.each(texts)('%s', async (name, text, format, wanted) => {
    const root = makeProject({ [name]: text });
    const file = await openImportFile(name, root);
    expect(file).toMatchObject({ file: name, format, dataset: name.replace(/\.\w+$/, '') });
    expect(await listEntries(file)).toEqual(wanted);
  });

  it('is read in the given format', async () => {
    const root = makeProject({ 'a.jsonl': '{"foo":1}\n' });
    expect(await listEntries(await openImportFile('a.jsonl', root, { format: 'openai' }))).toEqual(['1 {"foo":1}']);
  });

  it.each<[ForeignFormat, string, string]>([
    ['openai', share, 'This line looks like a ShareGPT chat, but the file is read as OpenAI chats.'],
    ['items', share, 'This line looks like a ShareGPT chat, but the file is read as Turnwise items.'],
    ['sharegpt', `{${said}}`, 'This line looks like an OpenAI chat, but the file is read as ShareGPT chats.'],
  ])('read as %s reports the format of a line in another one', async (format, line, message) => {
    const root = makeProject({ 'a.jsonl': `${line}\n` });
    const { entries } = await openImportFile('a.jsonl', root, { format });
    for await (const { problem } of entries) {
      expect(problem).toMatchObject({
        code: 'IMPORT_OTHER_FORMAT',
        line: 1,
        message: expect.stringContaining(message),
      });
    }
  });

  it.each([
    ['missing.jsonl', 'FILE_MISSING'],
    ['empty.jsonl', 'FILE_EMPTY'],
    ['empty.json', 'FILE_EMPTY'],
    ['odd.jsonl', 'IMPORT_UNKNOWN_FORMAT'],
    ['number.json', 'IMPORT_UNKNOWN_FORMAT'],
  ])('%s is rejected: %s', async (name, code) => {
    const root = makeProject({ 'empty.jsonl': '', 'empty.json': ' ', 'odd.jsonl': '{"foo":1}', 'number.json': '3' });
    await expect(openImportFile(join(root, name), root)).rejects.toMatchObject({ code });
  });
});

describe('standard input', () => {
  const inputs = texts.filter(([name]) => !name.endsWith('.yaml') && !name.includes('bad'));
  it.each(inputs)('%s', async (_name, text, format, wanted) => {
    for (const size of [1, 7, 1000]) {
      const file = await openImportInput(inPieces(text, size));
      expect(file).toMatchObject({ file: 'standard input', format });
      expect(await listEntries(file)).toEqual(wanted);
    }
  });

  it('that is empty is rejected', async () => {
    await expect(openImportInput(inPieces(' \n \n', 10))).rejects.toMatchObject({ code: 'FILE_EMPTY' });
  });
});

function countOpen(path: string): number {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target === path).length;
}

describe.skipIf(process.platform !== 'linux')('a file is closed', () => {
  it('if its format is unknown', async () => {
    const cwd = makeProject({ 'odd.jsonl': '{"what":"ever"}\n{"what":"else"}\n' });
    await expect(openImportFile('odd.jsonl', cwd)).rejects.toThrow();
    expect(countOpen(join(cwd, 'odd.jsonl'))).toBe(0);
  });

  it('if its entries are never read', async () => {
    const cwd = makeProject({ 'lines.jsonl': `${item}\n${item}\n` });
    await openImportFile('lines.jsonl', cwd);
    expect(countOpen(join(cwd, 'lines.jsonl'))).toBe(0);
  });

  it('if reading stops at the first entry', async () => {
    const cwd = makeProject({ 'lines.jsonl': `${item}\n${item}\n` });
    const { entries } = await openImportFile('lines.jsonl', cwd);
    for await (const _entry of entries) break;
    expect(countOpen(join(cwd, 'lines.jsonl'))).toBe(0);
  });
});
