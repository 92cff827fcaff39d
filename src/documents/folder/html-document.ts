import { decodeEntities } from './html-entities.ts';
import { listHtmlTokens, readAttributes } from './html-tokens.ts';
import { findOwnAddress } from './own-address.ts';
import type { DocumentBlock, SourceDocument } from './source-document.ts';

/** Tags that end a paragraph. All others stand inside one. */
const blockTags: ReadonlySet<string> = new Set(
  `address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 head header hr html legend li main menu nav ol option p pre section select summary table tbody
  tfoot thead tr ul`.split(/\s+/),
);
const cellTags: ReadonlySet<string> = new Set(['td', 'th']);

/** A page as plain text. Never fails, whatever stands in it: a page is only ever read, and nothing of it runs. */
export function toHtmlDocument(html: string): SourceDocument {
  const reader = new HtmlReader();
  for (const token of listHtmlTokens(html)) {
    if (token.kind === 'text') reader.addText(token.text);
    else if (token.kind === 'open') reader.open(token.name, token.attributes);
    else reader.close(token.name);
  }
  return reader.finish();
}

class HtmlReader {
  readonly #blocks: DocumentBlock[] = [];
  #texts: string[] = [];
  /** Of the heading that is open; 0: none is. */
  #level = 0;
  #isPreformatted = false;
  #isTitle = false;
  #title: string | undefined;
  #url: string | undefined;

  addText(text: string): void {
    const plain = decodeEntities(text);
    if (this.#isTitle) this.#title ??= toLine(plain);
    else this.#texts.push(this.#isPreformatted ? plain : plain.replaceAll(/\s+/g, ' '));
  }

  open(name: string, attributes: string): void {
    if (name === 'title') this.#isTitle = true;
    else if (name === 'br') this.#texts.push('\n');
    else if (name === 'link') this.#url ??= findCanonical(attributes);
    else if (cellTags.has(name)) this.#texts.push(' ');
    else if (blockTags.has(name)) {
      this.#endBlock();
      this.#level = toLevel(name);
      this.#isPreformatted = name === 'pre';
    }
  }

  close(name: string): void {
    if (name === 'title') this.#isTitle = false;
    else if (cellTags.has(name)) this.#texts.push(' ');
    else if (blockTags.has(name)) this.#endBlock();
  }

  finish(): SourceDocument {
    this.#endBlock();
    const title = this.#title === undefined || this.#title === '' ? {} : { title: this.#title };
    return { ...title, ...(this.#url === undefined ? {} : { url: this.#url }), blocks: this.#blocks };
  }

  #endBlock(): void {
    const lines = this.#texts.join('').split('\n');
    const text = lines.map(this.#isPreformatted ? (line) => line.trimEnd() : toLine).join('\n');
    const trimmed = this.#isPreformatted ? text.replace(/^\n+/, '').trimEnd() : text.trim();
    if (trimmed !== '' && this.#level > 0)
      this.#blocks.push({ kind: 'heading', level: this.#level, text: toLine(trimmed) });
    else if (trimmed !== '') this.#blocks.push({ kind: 'text', text: trimmed });
    this.#texts = [];
    this.#level = 0;
    this.#isPreformatted = false;
  }
}

function toLevel(name: string): number {
  return /^h[1-6]$/.test(name) ? Number(name.charAt(1)) : 0;
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function findCanonical(attributes: string): string | undefined {
  const found = readAttributes(attributes);
  const isCanonical = found.get('rel')?.toLowerCase().split(/\s+/).includes('canonical') === true;
  return isCanonical ? findOwnAddress(decodeEntities(found.get('href') ?? '')) : undefined;
}
