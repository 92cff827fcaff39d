import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { toHtmlDocument } from './html-document.ts';
import type { DocumentFile, DocumentKind } from './list-documents.ts';
import { toMarkdownDocument } from './markdown-document.ts';
import { toPathAddress } from './own-address.ts';
import type { DocumentBlock, PlainDocument } from './plain-document.ts';

export const documentLimitBytes = 5 * 1024 * 1024;

/** A document with what every one has. */
export interface ReadDocument {
  readonly title: string;
  readonly url: string;
  readonly blocks: readonly DocumentBlock[];
}

const toDocument: Readonly<Record<DocumentKind, (text: string) => PlainDocument>> = {
  markdown: toMarkdownDocument,
  html: toHtmlDocument,
  text: toPlainDocument,
};

/** Reads a document of the folder. Throws what the system throws when it cannot be read. */
export function readDocument(
  folder: string,
  { path, kind }: Pick<DocumentFile, 'path' | 'kind'>,
  baseUrl?: string,
): ReadDocument {
  const document = toDocument[kind](decode(readBytes(join(folder, path))));
  const heading = document.blocks.find((block) => block.kind === 'heading')?.text;
  return {
    title: (document.title ?? heading ?? basename(path, extname(path))).slice(0, 300),
    url: document.url ?? toPathAddress(path, baseUrl),
    blocks: document.blocks,
  };
}

function toPlainDocument(text: string): PlainDocument {
  const blocks = text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph): DocumentBlock => ({ kind: 'text', text: paragraph }));
  return { blocks };
}

/** A file that was replaced by a link since it was listed is not followed. */
function readBytes(path: string): Uint8Array {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const bytes = new Uint8Array(Math.min(fstatSync(file).size, documentLimitBytes));
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, null);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** Bytes that are not text become U+FFFD; a NUL would end a text in the database. */
function decode(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes).replaceAll('\0', ' ');
}
