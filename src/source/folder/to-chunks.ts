import type { DocumentBlock } from './source-document.ts';

/** A passage that can be found: about as much as a reader takes in at once. */
export interface Chunk {
  /** The headings it stands under, from the top. */
  readonly headings: readonly string[];
  readonly text: string;
}

const wantedLength = 1_200;
const longestHeading = 200;

/**
 * Cuts a document into passages. A heading begins a new one, and paragraphs stay whole unless one alone is too long.
 * A heading with nothing under it, not even another heading, is a passage without text.
 */
export function toChunks(blocks: readonly DocumentBlock[]): readonly Chunk[] {
  const writer = new ChunkWriter();
  for (const block of blocks) {
    if (block.kind === 'heading') writer.addHeading(block.level, block.text);
    else for (const piece of splitText(block.text)) writer.addText(piece);
  }
  return writer.finish();
}

class ChunkWriter {
  readonly #chunks: Chunk[] = [];
  #path: { readonly level: number; readonly text: string }[] = [];
  #texts: string[] = [];
  #length = 0;
  #hasText = true;

  addHeading(level: number, text: string): void {
    this.#endChunk();
    const last = this.#path.at(-1);
    if (!this.#hasText && last !== undefined && level <= last.level) this.#addEmpty();
    this.#path = [...this.#path.filter((above) => above.level < level), { level, text: text.slice(0, longestHeading) }];
    this.#hasText = false;
  }

  addText(text: string): void {
    if (this.#length > 0 && this.#length + text.length > wantedLength) this.#endChunk();
    this.#texts.push(text);
    this.#length += text.length;
    this.#hasText = true;
  }

  finish(): readonly Chunk[] {
    this.#endChunk();
    if (!this.#hasText) this.#addEmpty();
    return this.#chunks;
  }

  #endChunk(): void {
    if (this.#texts.length === 0) return;
    this.#chunks.push({ headings: this.#listHeadings(), text: this.#texts.join('\n\n') });
    this.#texts = [];
    this.#length = 0;
  }

  #addEmpty(): void {
    this.#chunks.push({ headings: this.#listHeadings(), text: '' });
  }

  #listHeadings(): readonly string[] {
    return this.#path.map(({ text }) => text);
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
