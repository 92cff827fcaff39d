import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { unpack } from './read-archive.ts';

async function* toStream(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function countUnpacked(text: string, bounds?: Parameters<typeof unpack>[2]): Promise<number> {
  let bytes = 0;
  for await (const piece of unpack(toStream(gzipSync(text)), 'x.backup', bounds)) bytes += piece.length;
  return bytes;
}

it.each([
  ['little, however well it packs', 'a'.repeat(5000), { bytes: 5000, times: 2 }],
  ['much that packs badly', '0123456789abcdef', { bytes: 1, times: 2 }],
  ['what a backup usually is', 'a'.repeat(5000), undefined],
])('unpacks %s', async (_title, text, bounds) => {
  expect(await countUnpacked(text, bounds)).toBe(text.length);
});

it('refuses a file that unpacks to far more than its size', async () => {
  await expect(countUnpacked('a'.repeat(200_000), { bytes: 5000, times: 20 })).rejects.toMatchObject({
    code: 'BACKUP_UNREADABLE',
    message: expect.stringContaining('x.backup'),
  });
});
