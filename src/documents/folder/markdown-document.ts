import { decodeHTMLStrict } from 'entities';
import { definedOnly } from '../../base/defined-only.ts';
import { findOwnAddress } from './own-address.ts';
import { type DocumentBlock, type PlainDocument, withoutSoftHyphens } from './plain-document.ts';

/** Markdown as plain text: headings and paragraphs, with the signs taken off that only matter on a page. */
export function toMarkdownDocument(written: string): PlainDocument {
  const { rest, ...head } = readFrontMatter(written.replaceAll(/\r\n?/g, '\n'));
  const reader = new MarkdownReader();
  for (const line of withoutComments(rest).split('\n')) reader.addLine(line);
  return { ...head, blocks: reader.finish() };
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const hashes = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;

class MarkdownReader {
  readonly #blocks: DocumentBlock[] = [];
  #lines: string[] = [];
  /** The sign that ends the code block; undefined outside of one. */
  #fence: string | undefined;

  addLine(line: string): void {
    const opening = fence.exec(line)?.[1];
    const heading = hashes.exec(line);
    if (this.#fence !== undefined) this.#addCode(line, this.#fence);
    else if (opening !== undefined) {
      this.#endParagraph();
      this.#fence = opening;
    } else if (heading !== null) {
      this.#endParagraph();
      this.#addHeading(heading[1]?.length ?? 1, withoutEnd(line.slice(heading[0].length)));
    } else if (underline.test(line) && this.#lines.length > 0) this.#underlineParagraph(line.includes('='));
    else if (line.trim() === '') this.#endParagraph();
    else this.#lines.push(line);
  }

  finish(): readonly DocumentBlock[] {
    if (this.#fence === undefined) this.#endParagraph();
    else this.#endCode();
    return this.#blocks;
  }

  #addCode(line: string, opened: string): void {
    const isEnd = line.trim().startsWith(opened) && line.trim().length < opened.length + 20;
    if (isEnd) this.#endCode();
    else this.#lines.push(line);
  }

  #endCode(): void {
    this.#addText(this.#lines.join('\n').trimEnd());
    this.#lines = [];
    this.#fence = undefined;
  }

  /** One line over a rule is a heading; under several lines the rule only divides. */
  #underlineParagraph(isFirst: boolean): void {
    const [only = '', second] = this.#lines;
    if (second === undefined) {
      this.#lines = [];
      this.#addHeading(isFirst ? 1 : 2, only);
    } else this.#endParagraph();
  }

  #endParagraph(): void {
    const lines = this.#lines.map((line) => line.replace(/^ {0,3}>[ \t]?/, ''));
    this.#lines = [];
    this.#addText(toPlainText(lines.join('\n')));
  }

  #addText(text: string): void {
    if (text.trim() !== '') this.#blocks.push({ kind: 'text', text });
  }

  #addHeading(level: number, written: string): void {
    const text = toPlainText(written);
    if (text !== '') this.#blocks.push({ kind: 'heading', level, text });
  }
}

/** `# Title ##` has a closing sign, which is not part of it. */
function withoutEnd(heading: string): string {
  const text = heading.trim();
  let end = text.length;
  while (text.charAt(end - 1) === '#') end -= 1;
  return end < text.length && (end === 0 || /\s/.test(text.charAt(end - 1))) ? text.slice(0, end).trim() : text;
}

/** None of these can begin inside of what it has begun with, so that a text full of openings is read once. */
const address = /<(https?:\/\/[^<>\s]{1,2000})>/gi;
const link = /!?\[([^[\]\n]{0,500})\]\([^()\n]{0,2000}\)/g;
const tag =
  /<\/?(?:a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|h[1-6]|hr|i|img|ins|kbd|li|ol|p|picture|pre|s|small|source|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)(?:[\s/][^<>]{0,500})?>/gi;

function toPlainText(markdown: string): string {
  const plain = markdown
    .replaceAll(address, '$1')
    .replaceAll(link, '$1')
    .replaceAll(tag, '')
    .replaceAll(/\*\*|`/g, '');
  return withoutSoftHyphens(decodeHTMLStrict(plain)).trim();
}

function withoutComments(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = text.indexOf('<!--'); start !== -1; start = text.indexOf('<!--', at)) {
    const end = text.indexOf('-->', start + 4);
    // One that is never closed is not a comment but a text about comments.
    if (end === -1) break;
    parts.push(text.slice(at, start));
    at = end + 3;
  }
  return at === 0 ? text : `${parts.join('')}${text.slice(at)}`;
}

interface FrontMatter {
  readonly title?: string;
  readonly url?: string;
  /** The text below it. */
  readonly rest: string;
}

const longest = 64_000;
const setting = /^(title|url|canonical|canonical_url)[ \t]*[:=][ \t]*(\S.*)$/i;

/** The metadata in the block at the top of a Markdown text: YAML between `---`, or TOML between `+++`. */
function readFrontMatter(text: string): FrontMatter {
  const fence = text.slice(0, 3);
  if (!/^(?:---|\+\+\+)[ \t]*\n/.test(text)) return { rest: text };
  const end = text.slice(0, longest).indexOf(`\n${fence}`, 3);
  if (end === -1) return { rest: text };
  const settings = new Map<string, string>();
  for (const line of text.slice(4, end).split('\n')) {
    const match = setting.exec(line);
    if (match !== null) settings.set((match[1] ?? '').toLowerCase(), withoutQuotes((match[2] ?? '').trim()));
  }
  const title = settings.get('title');
  const url = ['canonical', 'canonical_url', 'url'].map((key) => findOwnAddress(settings.get(key))).find(Boolean);
  const after = text.indexOf('\n', end + 1);
  return {
    ...(title === undefined || title === '' ? {} : { title }),
    ...definedOnly({ url }),
    rest: after === -1 ? '' : text.slice(after + 1),
  };
}

function withoutQuotes(value: string): string {
  const sign = value.charAt(0);
  const isQuoted = value.length > 1 && (sign === '"' || sign === "'") && value.endsWith(sign);
  return isQuoted ? value.slice(1, -1).trim() : value;
}
