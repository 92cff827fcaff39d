import type { DocumentBlock } from './plain-document.ts';

/** A passage that can be found: about as much as a reader takes in at once. */
export interface Chunk {
  /** The headings above it, from the top. */
  readonly headings: readonly string[];
  readonly text: string;
}

interface ChunkedDocument {
  readonly chunks: readonly Chunk[];
  /** Whether there would be more than a document may have. */
  readonly isCut: boolean;
}

const wantedLength = 1_200;
/** Most characters of one heading, and of all above a passage: they are kept with each passage. */
const longestHeadings = 200;
/**
 * Only headings can make more. Two neighbors without one are together longer than `wantedLength`, so that the longest
 * document has fewer than 9,000.
 */
export const mostChunks = 10_000;

/**
 * Cuts a document into passages. A heading begins a new one, and paragraphs stay whole unless one alone is too long.
 * A heading with nothing under it, not even another heading, is a passage without text.
 */
export function toChunks(blocks: readonly DocumentBlock[]): ChunkedDocument {
  const writer = new ChunkWriter();
  for (const block of blocks) {
    if (writer.isCut) break;
    if (block.kind === 'heading') writer.addHeading(block.level, block.text);
    else for (const piece of splitText(block.text)) writer.addText(piece);
  }
  return writer.finish();
}

class ChunkWriter {
  isCut = false;
  readonly #chunks: Chunk[] = [];
  #path: { readonly level: number; readonly text: string }[] = [];
  #texts: string[] = [];
  #length = 0;
  #hasText = true;

  addHeading(level: number, text: string): void {
    this.#endChunk();
    const last = this.#path.at(-1);
    if (!this.#hasText && last !== undefined && level <= last.level) this.#add('');
    this.#path = [
      ...this.#path.filter((above) => above.level < level),
      { level, text: text.slice(0, longestHeadings) },
    ];
    this.#hasText = false;
  }

  addText(text: string): void {
    if (this.#length > 0 && this.#length + text.length > wantedLength) this.#endChunk();
    this.#texts.push(text);
    this.#length += text.length;
    this.#hasText = true;
  }

  finish(): ChunkedDocument {
    this.#endChunk();
    if (!this.#hasText) this.#add('');
    return { chunks: this.#chunks, isCut: this.isCut };
  }

  #endChunk(): void {
    if (this.#texts.length === 0) return;
    this.#add(this.#texts.join('\n\n'));
    this.#texts = [];
    this.#length = 0;
  }

  #add(text: string): void {
    if (this.#chunks.length === mostChunks) this.isCut = true;
    else this.#chunks.push({ headings: this.#listHeadings(), text });
  }

  /** From the innermost outwards while there is room: the innermost says most about the passage. */
  #listHeadings(): readonly string[] {
    const kept: string[] = [];
    let room = longestHeadings;
    for (const { text } of this.#path.toReversed()) {
      room -= text.length;
      if (room < 0) break;
      kept.unshift(text);
    }
    return kept;
  }
}

function* splitText(text: string): Generator<string> {
  let at = 0;
  while (text.length - at > wantedLength) {
    const end = at + findCut(text.slice(at, at + wantedLength));
    const piece = text.slice(at, end).trim();
    if (piece !== '') yield piece;
    at = end;
  }
  const rest = text.slice(at).trim();
  if (rest !== '') yield rest;
}

/** Behind a line, a sentence or a word, but not too early; else anywhere but inside a character. */
function findCut(window: string): number {
  for (const marks of [['\n'], ['. ', '! ', '? ', '。', '！', '？'], [' ']]) {
    const cut = Math.max(...marks.map((mark) => window.lastIndexOf(mark) + mark.length));
    if (cut > wantedLength / 2) return cut;
  }
  const last = window.charCodeAt(window.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? window.length - 1 : window.length;
}
