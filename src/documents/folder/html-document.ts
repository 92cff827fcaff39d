import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { definedOnly } from '../../base/defined-only.ts';
import { findOwnAddress } from './own-address.ts';
import { type DocumentBlock, type PlainDocument, withoutSoftHyphens } from './plain-document.ts';

/** Tags that end a paragraph. All others are inside one. */
const blockTags: ReadonlySet<string> = new Set(
  `address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 head header hr html legend li main menu nav ol option p pre section select summary table tbody
  tfoot thead tr ul`.split(/\s+/),
);
const cellTags: ReadonlySet<string> = new Set(['td', 'th']);
/** Tags whose content is not for readers. */
const hiddenTags: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object']);

/** A page as plain text. Never fails, whatever the page contains, and runs nothing of it. */
export function toHtmlDocument(html: string): PlainDocument {
  const reader = new HtmlReader(html);
  // Tokens and no tree: the parser of the library takes quadratic time for deeply nested tags.
  const tokenizer = new Tokenizer({}, reader);
  tokenizer.write(html);
  tokenizer.end();
  return reader.finish();
}

class HtmlReader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #blocks: DocumentBlock[] = [];
  #texts: string[] = [];
  /** Level of the open heading, 0 outside of one. */
  #level = 0;
  #isPreformatted = false;
  #isTitle = false;
  #titles: string[] = [];
  #title: string | undefined;
  #url: string | undefined;
  /** The open tag whose content is hidden. */
  #hidden: string | undefined;
  #tag = '';
  #attributes = new Map<string, string>();
  #key = '';
  #value = '';

  constructor(html: string) {
    this.#html = html;
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#html.slice(start, end));
  }

  ontextentity(code: number): void {
    this.#addText(String.fromCodePoint(code));
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#nameAt(start, end);
    this.#attributes.clear();
  }

  onattribname(start: number, end: number): void {
    this.#key = this.#nameAt(start, end);
    this.#value = '';
  }

  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }

  onattribentity(code: number): void {
    this.#value += String.fromCodePoint(code);
  }

  onattribend(): void {
    if (!this.#attributes.has(this.#key)) this.#attributes.set(this.#key, this.#value);
  }

  onopentagend(): void {
    if (this.#hidden === undefined) this.#open(this.#tag);
    if (hiddenTags.has(this.#tag)) this.#hidden ??= this.#tag;
  }

  /** As in browsers, only a drawing can close itself. */
  onselfclosingtag(): void {
    if (this.#tag !== 'svg') this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.#nameAt(start, end);
    if (this.#hidden === undefined) this.#close(name);
    else if (this.#hidden === name) this.#hidden = undefined;
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  finish(): PlainDocument {
    this.#endTitle();
    this.#endBlock();
    const title = this.#title === '' ? undefined : this.#title;
    return { ...definedOnly({ title, url: this.#url }), blocks: this.#blocks };
  }

  #nameAt(start: number, end: number): string {
    return this.#html.slice(start, end).toLowerCase();
  }

  #addText(text: string): void {
    if (this.#hidden !== undefined) return;
    const plain = withoutSoftHyphens(text);
    if (this.#isTitle) this.#titles.push(plain);
    else this.#texts.push(this.#isPreformatted ? plain : plain.replaceAll(/\s+/g, ' '));
  }

  #open(name: string): void {
    if (name === 'title') this.#isTitle = true;
    else if (name === 'br') this.#texts.push('\n');
    else if (name === 'link') this.#url ??= findCanonical(this.#attributes);
    else if (cellTags.has(name)) this.#texts.push(' ');
    else if (blockTags.has(name)) {
      this.#endBlock();
      this.#level = toLevel(name);
      this.#isPreformatted = name === 'pre';
    }
  }

  #close(name: string): void {
    if (name === 'title') this.#endTitle();
    else if (cellTags.has(name)) this.#texts.push(' ');
    else if (blockTags.has(name)) this.#endBlock();
  }

  /** The first title counts. */
  #endTitle(): void {
    if (this.#isTitle) this.#title ??= toLine(this.#titles.join(''));
    this.#isTitle = false;
    this.#titles = [];
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

function findCanonical(attributes: ReadonlyMap<string, string>): string | undefined {
  const isCanonical = attributes.get('rel')?.toLowerCase().split(/\s+/).includes('canonical') === true;
  return isCanonical ? findOwnAddress(attributes.get('href')) : undefined;
}
