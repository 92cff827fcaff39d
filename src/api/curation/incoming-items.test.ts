import { describe, expect, it } from 'vitest';
import { listIncoming, readIncoming } from './incoming-items.ts';

async function* stream(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

describe('items of a JSON body', () => {
  const item = { id: 'a', history: [] };

  it.each([
    ['a list', [item, 1]],
    ['a snapshot', { schemaVersion: '1', items: [item, 1] }],
  ])('come from %s', async (_name, body) => {
    expect(await Array.fromAsync(listIncoming(body))).toEqual([
      { index: 0, value: item },
      { index: 1, value: 1 },
    ]);
  });

  it('may be a single one, which has a field "items" if it likes', async () => {
    const single = { ...item, items: 3 };
    expect(await Array.fromAsync(listIncoming(single))).toEqual([{ index: 0, value: single }]);
  });

  it.each([undefined, null, 'text', 3, { items: 'none' }])('are refused in %j', async (body) => {
    await expect(Array.fromAsync(listIncoming(body))).rejects.toMatchObject({ code: 'API_BAD_VALUE' });
  });
});

describe('items of NDJSON', () => {
  it('keep the number of their line, and a bad line is a problem of its own', async () => {
    const incoming = await Array.fromAsync(readIncoming(stream('{"id":"a"}\n\n{"id":\n{"a":1,"a":2}\n[1]\n')));
    expect(incoming).toMatchObject([
      { index: 1, value: { id: 'a' } },
      { index: 3, problem: { code: 'JSON_SYNTAX', message: expect.stringMatching(/^Line 3, column \d+: /) } },
      { index: 4, problem: { code: 'JSON_DUPLICATE_KEY' } },
      { index: 5, value: [1] },
    ]);
  });

  it('are not kept out by a line with any number of double keys', async () => {
    const line = `{"b":[${new Array(130_000).fill('{"a":1,"a":2}').join(',')}]}`;
    const incoming = await Array.fromAsync(readIncoming(stream(`{"id":"a"}\n${line}\n{"id":"b"}\n`)));
    expect(incoming).toMatchObject([{ index: 1 }, { index: 2, problem: { code: 'JSON_DUPLICATE_KEY' } }, { index: 3 }]);
  });

  it('say that the stream was cut off when its last line is not whole', async () => {
    const incoming = await Array.fromAsync(readIncoming(stream('{"id":"a"}\n{"id":"b","his')));
    expect(incoming).toMatchObject([
      { index: 1, value: { id: 'a' } },
      { index: 2, problem: { code: 'IMPORT_CUT_OFF' } },
    ]);
  });

  it('take a last line without a line end', async () => {
    expect(await Array.fromAsync(readIncoming(stream('{"id":"a"}')))).toEqual([{ index: 1, value: { id: 'a' } }]);
  });

  it('report a line that is too long', async () => {
    const incoming = await Array.fromAsync(readIncoming(stream('{"id":"abcdef"}\n{}\n'), 10));
    expect(incoming).toMatchObject([
      { index: 1, problem: { code: 'API_TOO_BIG' } },
      { index: 2, value: {} },
    ]);
  });
});
