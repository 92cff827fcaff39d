import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../base/fault.ts';
import { type ItemReading, openItems } from './read-items.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnwise-items-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(name: string, text: string) {
  writeFileSync(join(folder, name), text);
  const opened = openItems(name, folder);
  const readings: ItemReading[] = [];
  for await (const reading of opened.readItems()) readings.push(reading);
  const problems = [...opened.problems, ...readings.flatMap((reading) => reading.problems)];
  return { opened, readings, problems, items: readings.flatMap(({ item }) => item ?? []) };
}

const item = { id: 'a', datasetName: 'demo', history: [{ role: 'user', msg: 'hi', refs: [{ url: 'http://a' }] }] };
const chat = { messages: [{ role: 'user', content: 'hi' }] };

describe('openItems', () => {
  it.each([
    ['one.items.json', JSON.stringify(item), ['demo/a']],
    ['list.items.json', JSON.stringify([item, { ...item, id: 'b' }]), ['demo/a', 'demo/b']],
    ['chats.items.json', JSON.stringify([chat, chat]), ['chats/item-1', 'chats/item-2']],
    ['lines.items.jsonl', `${JSON.stringify(item)}\n\n${JSON.stringify(chat)}\n`, ['demo/a', 'lines/item-2']],
    ['one.items.yaml', 'messages:\n  - role: user\n    content: hi\n', ['one/item-1']],
    ['list.items.yml', '- id: a\n  messages: []\n- id: b\n  messages: []\n', ['list/a', 'list/b']],
    [
      'snapshot.items.json',
      JSON.stringify({
        schemaVersion: 'v2',
        snapshotAt: 't',
        datasetNames: ['demo'],
        count: 1,
        filters: {},
        items: [item],
      }),
      ['demo/a'],
    ],
  ])('reads %s', async (name, text, wanted) => {
    const { items, problems } = await read(name, text);
    expect(problems).toEqual([]);
    expect(items.map(({ datasetName, id }) => `${datasetName}/${id}`)).toEqual(wanted);
  });

  it('reads the items again for each call', async () => {
    const { opened } = await read('again.items.jsonl', JSON.stringify(chat));
    const again: ItemReading[] = [];
    for await (const reading of opened.readItems()) again.push(reading);
    expect(again).toMatchObject([{ item: { id: 'item-1' }, problems: [], place: { line: 1 } }]);
  });

  it.each([
    ['list.items.json', `[${JSON.stringify(item)},\n ${JSON.stringify(item)}]`, '2:8', /used by item number 1/],
    ['lines.items.jsonl', `${JSON.stringify(item)}\n${JSON.stringify(item)}`, '2:7', /used by line 1/],
  ])('rejects a duplicate id in one dataset, in %s', async (name, text, place, message) => {
    const { problems, items } = await read(name, text);
    expect(items).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'ITEM_DUPLICATE_ID', severity: 'error' }]);
    expect(`${problems[0]?.line}:${problems[0]?.column}`).toBe(place);
    expect(problems[0]?.message).toMatch(message);
  });

  it('accepts the same id in two datasets of one file', async () => {
    const { problems } = await read('two.items.json', JSON.stringify([item, { ...item, datasetName: 'other' }]));
    expect(problems).toEqual([]);
  });

  it('reports each problem with line and column, and keeps the valid items', async () => {
    const text = [
      '- id: good',
      '  messages: []',
      '- id: bad',
      '  status: aproved',
      '  history:',
      '    - role: user',
      '      mgs: hi',
      '      refs:',
      '        - url: "javascript:x"',
      '        - http://plain',
    ].join('\n');
    const { problems, items } = await read('bad.items.yaml', text);
    expect(items.map(({ id }) => id)).toEqual(['good']);
    expect(problems.map((problem) => `${problem.line}:${problem.column} ${problem.code}`)).toEqual([
      '4:11 ITEM_BAD_VALUE',
      '7:7 ITEM_UNKNOWN_KEY',
      '9:16 ITEM_BAD_URL',
      '10:11 ITEM_BAD_VALUE',
    ]);
    expect(problems[1]).toMatchObject({ file: 'bad.items.yaml', reading: 'items YAML', hint: 'Did you mean "msg"?' });
    expect(problems[1]?.message).toBe('Unknown key "mgs" in item "bad".');
  });

  it('warns about a key that is close to a known one, and keeps the item', async () => {
    const { problems, items } = await read('slip.items.json', JSON.stringify({ ...chat, anwser: 'x' }));
    expect(items).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'ITEM_UNKNOWN_KEY', severity: 'warning', hint: 'Did you mean "answer"?' }]);
  });

  it.each([
    [
      'keys.items.json',
      `{"id": "a", "history": [\n {"role": "assistant", "msg": "hi", "answerKey":\n {"mustMatch": [\n "("]}}]}`,
      4,
    ],
    [
      'keys.items.jsonl',
      `${JSON.stringify(chat)}\n{"id": "a", "history": [{"role": "assistant", "msg": "hi", "answerKey": {"mustNotMatch": ["(?=x)"]}}]}`,
      2,
    ],
  ])('reports the place of an invalid RE2 pattern in %s', async (name, text, line) => {
    const { problems } = await read(name, text);
    expect(problems).toMatchObject([{ code: 'ITEM_BAD_VALUE', severity: 'error', line }]);
    expect(problems[0]?.hint).toContain('RE2');
  });

  it('skips an invalid line of JSON lines, and reads the others', async () => {
    const { problems, items } = await read(
      'cut.items.jsonl',
      `${JSON.stringify(chat)}\n{"messages": [\n${JSON.stringify(chat)}`,
    );
    expect(items.map(({ id }) => id)).toEqual(['item-1', 'item-2']);
    expect(problems).toMatchObject([{ code: 'JSON_SYNTAX', line: 2 }]);
  });

  it.each([
    ['no.items.json', '[]', 'ITEM_NONE'],
    ['no.items.json', '{"items": []}', 'ITEM_NONE'],
    ['no.items.json', '{"items": {}}', 'ITEM_BAD_VALUE'],
    ['no.items.json', '"text"', 'ITEM_BAD_VALUE'],
    ['no.items.yaml', '# only a comment', 'ITEM_BAD_VALUE'],
    ['blank.items.jsonl', '\n \n', 'FILE_EMPTY'],
  ])('finds no items in %s with %j', async (name, text, code) => {
    const { problems, items } = await read(name, text);
    expect(items).toEqual([]);
    expect(problems).toMatchObject([{ code, severity: 'error', line: 1 }]);
  });

  it('warns if a snapshot has fewer items than it states', async () => {
    const { problems, items } = await read('cut.items.json', JSON.stringify({ count: 3, items: [item] }));
    expect(items).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'ITEM_BAD_VALUE', severity: 'warning' }]);
  });

  it.each(['empty.items.json', 'empty.items.jsonl', 'empty.items.yaml'])('throws on %s of 0 bytes', async (name) => {
    const fault = await read(name, '').catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ problems: [{ code: 'FILE_EMPTY', file: name, line: 1, column: 1 }] });
  });

  it.each([
    ['missing.items.json', 'FILE_MISSING'],
    ['.', 'FILE_NOT_A_FILE'],
  ])('throws on %s', (name, code) => {
    expect(() => openItems(name, folder)).toThrow(expect.objectContaining({ code }));
  });
});

/** A valid text with a piece removed or inserted. */
function mutated(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.nat(text.length),
      fc.nat(8),
      fc.oneof(fc.string({ maxLength: 5 }), fc.constantFrom('{', ']', '"', '\n- ', ': ', '&a', '*a')),
    )
    .map(([at, length, piece]) => text.slice(0, at) + piece + text.slice(at + length));
}

const goodYaml =
  'items:\n  - id: a\n    manualTags: a:b\n    refs: [{url: u, turnIndex: 0}]\n    history:\n      - {role: user, msg: hi}\n';

describe('any text', () => {
  it.each([
    ['x.items.json', JSON.stringify([item, chat])],
    ['x.items.jsonl', `${JSON.stringify(item)}\n${JSON.stringify(chat)}\n`],
    ['x.items.yaml', goodYaml],
  ])('in %s gives items, problems or a Fault', async (name, good) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated(good), fc.string()), async (text) => {
        try {
          const { readings } = await read(name, text);
          for (const reading of readings) expect(reading.item ?? reading.problems[0]).toBeDefined();
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
        }
      }),
    );
  });
});
