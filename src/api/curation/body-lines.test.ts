import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BodyLine, readBodyLines } from './body-lines.ts';

async function* stream(...chunks: readonly (string | Buffer)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function* broken(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
  throw new Error('aborted');
}

async function read(body: AsyncIterable<Buffer>, limitBytes = 1000): Promise<readonly BodyLine[]> {
  return (await Array.fromAsync(readBodyLines(body, limitBytes))).flat();
}

describe('the lines of a body', () => {
  it.each([
    ['nothing', [], []],
    ['blank lines, which are counted', ['\n \r\n{}\n'], [{ line: 3, text: '{}' }]],
    [
      'a line in several chunks',
      ['{"a', '":', '1}\n{}\n'],
      [
        { line: 1, text: '{"a":1}' },
        { line: 2, text: '{}' },
      ],
    ],
    [
      'a last line without an end',
      ['{}\n{}'],
      [
        { line: 1, text: '{}' },
        { line: 2, text: '{}', isLast: true },
      ],
    ],
    ['a byte order mark', ['\uFEFF{}\n'], [{ line: 1, text: '{}' }]],
    [
      'a character over two chunks',
      [Buffer.from([0x22, 0xc3]), Buffer.from([0xa4, 0x22, 0x0a])],
      [{ line: 1, text: '"ä"' }],
    ],
    [
      'bytes that are not text',
      [Buffer.from([0xff, 0x0a]), '{}\n'],
      [
        { line: 1, trouble: 'not-utf8' },
        { line: 2, text: '{}' },
      ],
    ],
  ])('are read from %s', async (_name, chunks, lines) => {
    expect(await read(stream(...chunks))).toEqual(lines);
  });

  it.each([
    ['in one chunk', ['123456\n{}\n']],
    ['over chunks', ['123', '456', '7\n{}\n']],
  ])('leave out one that is too long, %s, and continue', async (_name, chunks) => {
    expect(await read(stream(...chunks), 5)).toEqual([
      { line: 1, trouble: 'too-long' },
      { line: 2, text: '{}' },
    ]);
  });

  it('end with a word about a connection that breaks', async () => {
    expect(await read(broken('{}\n{"a"'))).toEqual([
      { line: 1, text: '{}' },
      { line: 2, trouble: 'cut-off' },
    ]);
  });

  it('do not depend on how the body is cut into chunks', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.json({ maxDepth: 1 }), { maxLength: 8 }),
      fc.array(fc.nat(40), { maxLength: 12 }),
      async (values, cuts) => {
        const bytes = Buffer.from(values.map((value) => `${value}\n`).join(''));
        const places = [...new Set([0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length])];
        const sorted = places.sort((a, b) => a - b);
        const chunks = sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
        expect((await read(stream(...chunks))).map(({ text }) => text)).toEqual(values);
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });
});
