import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeParquet } from '../../../test/support/parquet.ts';
import { makeProject } from '../../../test/support/temp-project.ts';
import { openImportFile } from '../foreign/open-import-file.ts';
import { readParquetEntries } from './read-parquet.ts';

const chats = {
  id: ['a', 'b', 'c'],
  messages: [
    [
      { role: 'user', content: 'Where is my order?' },
      { role: 'assistant', content: 'On its way.' },
    ],
    [{ role: 'user', content: 'Grüße' }],
    [],
  ],
  source: ['mail', null, 'chat'],
};

async function read(bytes: Uint8Array, timeoutMs?: number) {
  const root = makeProject({ 'chats.parquet': bytes });
  return Array.fromAsync(readParquetEntries({ path: join(root, 'chats.parquet'), file: 'chats.parquet' }, timeoutMs));
}

describe('the rows of a Parquet file', () => {
  it.each(['none', 'gzip', 'zstd'] as const)('are objects with their row as place, compression %s', async (codec) => {
    expect(await read(writeParquet(chats, { codec }))).toEqual([
      { at: 1, value: { id: 'a', messages: chats.messages[0], source: 'mail' } },
      { at: 2, value: { id: 'b', messages: chats.messages[1], source: null } },
      { at: 3, value: { id: 'c', messages: [], source: 'chat' } },
    ]);
  });

  it('are the same from several row groups', async () => {
    const whole = await read(writeParquet(chats));
    expect(await read(writeParquet(chats, { groupRows: 2 }))).toEqual(whole);
    expect(await read(writeParquet(chats, { groupRows: 1 }))).toEqual(whole);
  });

  it('cannot be read with another compression, which is named', async () => {
    await expect(read(writeParquet(chats, { codec: 'lz4' }))).rejects.toMatchObject({
      code: 'IMPORT_BAD_TABLE',
      message: 'Column "id" of "chats.parquet" is compressed with LZ4, which Turnwise does not read.',
    });
  });

  it('do not end the process if several columns are damaged at once', async () => {
    const bytes = Buffer.from(writeParquet(chats));
    bytes.fill(0xff, 4, 8);
    bytes.write('sourcx', bytes.lastIndexOf('source'));
    await expect(read(bytes)).rejects.toMatchObject({ code: 'IMPORT_BAD_TABLE' });
  });

  it('are given up if damage makes their reader loop', async () => {
    const bytes = Buffer.from(writeParquet(chats));
    bytes[40] = 128;
    bytes[289] = 3;
    await expect(read(bytes, 2000)).rejects.toMatchObject({
      code: 'IMPORT_BAD_TABLE',
      cause: { name: 'AbortError' },
    });
  });

  it.each([
    ['a cut off file', writeParquet(chats).subarray(0, 200)],
    ['another file', Buffer.from('id,user,assistant\n1,a,b\n')],
    ['a pointer', Buffer.from('version https://git-lfs.github.com/spec/v1\n')],
  ])('cannot be read from %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'IMPORT_BAD_TABLE' });
  });

  it('are read in the same formats as JSON', async () => {
    const root = makeProject({
      'chats.parquet': writeParquet(chats),
      'pairs.parquet': writeParquet({ question: ['Hi?', 'Ho?'], answer: ['Hi.', 'Ho.'] }),
    });
    expect((await openImportFile('chats.parquet', root)).format).toBe('openai');
    const pairs = await openImportFile('pairs.parquet', root);
    expect(pairs).toMatchObject({ format: 'table', columns: { written: 'user=question,assistant=answer' } });
    expect((await Array.fromAsync(pairs.entries)).map(({ value }) => value)).toEqual([
      {
        messages: [
          { role: 'user', content: 'Hi?' },
          { role: 'assistant', content: 'Hi.' },
        ],
      },
      {
        messages: [
          { role: 'user', content: 'Ho?' },
          { role: 'assistant', content: 'Ho.' },
        ],
      },
    ]);
  });
});
