import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock } from './plain-document.ts';
import { mostChunks, toChunks } from './to-chunks.ts';

const heading = (level: number, text: string): DocumentBlock => ({ kind: 'heading', level, text });
const text = (written: string): DocumentBlock => ({ kind: 'text', text: written });
const chunksOf = (blocks: readonly DocumentBlock[]) => toChunks(blocks).chunks;

describe('toChunks', () => {
  it('puts each passage under its headings', () => {
    const blocks = [
      text('intro'),
      heading(1, 'Returns'),
      text('a'),
      text('b'),
      heading(3, 'By post'),
      text('c'),
      heading(2, 'Shops'),
      text('d'),
    ];
    expect(chunksOf(blocks)).toEqual([
      { headings: [], text: 'intro' },
      { headings: ['Returns'], text: 'a\n\nb' },
      { headings: ['Returns', 'By post'], text: 'c' },
      { headings: ['Returns', 'Shops'], text: 'd' },
    ]);
  });

  it('keeps a heading that has nothing under it, unless another heading names it', () => {
    const blocks = [heading(1, 'A'), heading(2, 'B'), heading(2, 'C'), text('c'), heading(2, 'D')];
    expect(chunksOf(blocks)).toEqual([
      { headings: ['A', 'B'], text: '' },
      { headings: ['A', 'C'], text: 'c' },
      { headings: ['A', 'D'], text: '' },
    ]);
  });

  it('begins a new passage before a paragraph that would make it too long', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((letter) => text(letter.repeat(500)));
    expect(chunksOf([a, b, c].filter((block) => block !== undefined)).map((chunk) => chunk.text.length)).toEqual([
      1002, 500,
    ]);
  });

  it('cuts a long paragraph behind a sentence, a word, or anywhere but inside a character', () => {
    const [sentences, words, signs] = ['One sentence here. '.repeat(200), 'word '.repeat(600), '😀'.repeat(1500)].map(
      (long) => chunksOf([text(long)]).map((chunk) => chunk.text),
    );
    expect(sentences?.every((piece) => piece.endsWith('here.'))).toBe(true);
    expect(words?.every((piece) => piece.endsWith('word'))).toBe(true);
    expect(signs?.every((piece) => piece.isWellFormed() && piece.length <= 1200)).toBe(true);
  });

  it('keeps the innermost headings when all of them together are too long', () => {
    const [outer, middle, inner] = ['a', 'b', 'c'].map((letter) => letter.repeat(90));
    const blocks = [outer, middle, inner].map((written = '', index) => heading(index + 1, written));
    expect(chunksOf([...blocks, text('d')])).toEqual([{ headings: [middle, inner], text: 'd' }]);
    expect(chunksOf([...blocks, heading(4, 'e'.repeat(300))])).toEqual([{ headings: ['e'.repeat(200)], text: '' }]);
  });

  it('stops at the most passages a document may have', () => {
    const sections = (count: number) => Array.from({ length: count }, () => [heading(6, 'a'), text('b')]).flat();
    expect(toChunks(sections(mostChunks))).toMatchObject({ chunks: { length: mostChunks }, isCut: false });
    expect(toChunks(sections(mostChunks + 1))).toMatchObject({ chunks: { length: mostChunks }, isCut: true });
    expect(toChunks(Array.from({ length: 400_000 }, () => heading(1, 'a')))).toMatchObject({
      chunks: { length: mostChunks },
      isCut: true,
    });
  });

  it('keeps the whole of the longest document without headings', () => {
    // Two paragraphs are just too long for one passage: 5,242,880 / (601 + 2) = 8,694.6 passages.
    const paragraphs = Array.from({ length: 8_694 }, () => text('a'.repeat(601)));
    expect(toChunks(paragraphs)).toMatchObject({ chunks: { length: 8_694 }, isCut: false });
  });

  it('loses no word', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    fc.assert(
      fc.property(fc.array(fc.array(word, { maxLength: 400 }), { maxLength: 8 }), (paragraphs) => {
        const chunks = chunksOf(paragraphs.map((words) => text(words.join(' '))));
        const kept = chunks.flatMap((chunk) => chunk.text.split(/\s+/)).filter(Boolean);
        expect(kept).toEqual(paragraphs.flat());
        expect(chunks.every((chunk) => chunk.text.length <= 1300)).toBe(true);
      }),
    );
  });
});
