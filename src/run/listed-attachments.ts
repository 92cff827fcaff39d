import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { EvalCase } from '../conversation/case.ts';
import type { Content } from '../conversation/message.ts';
import { isWebAddress } from '../conversation/url.ts';
import type { Attachments } from '../files/project/attachments.ts';

interface Attached {
  readonly hash: string;
  readonly length: number;
}

/** Files that the cases attach: their hashes, so that a resumed run knows whether it still asks the same. */
export class ListedAttachments {
  readonly #byPath = new Map<string, Attached>();

  add(
    { input_messages: input, expected_messages: expected = [], turns = [] }: EvalCase,
    attachments: Attachments,
  ): void {
    const contents = [...input, ...expected].map(({ content }) => content);
    for (const content of contents) this.#addContent(content, attachments);
    for (const { user, expect } of turns) {
      this.#addContent(user, attachments);
      this.#addContent(expect, attachments);
    }
  }

  /** A file that decides verdicts, such as a deck. */
  addFile(path: string): void {
    if (!this.#byPath.has(path)) this.#byPath.set(path, readAttached(path, 'file'));
  }

  /** About the characters that an attachment adds to a question. An image has a size of its own in tokens. */
  lengthOf(written: string, attachments: Attachments): number {
    if (isWebAddress(written)) return imageCharacters;
    return this.#byPath.get(attachments.identify(written))?.length ?? 0;
  }

  /** Absolute paths with their hashes. */
  toList(): readonly { readonly path: string; readonly hash: string }[] {
    return [...this.#byPath].map(([path, { hash }]) => ({ path, hash }));
  }

  #addContent(content: Content | null | undefined, attachments: Attachments): void {
    if (!Array.isArray(content)) return;
    for (const part of content) {
      if (typeof part === 'string' || typeof part.value !== 'string' || isWebAddress(part.value)) continue;
      if (part.type !== 'file' && part.type !== 'image') continue;
      const path = attachments.identify(part.value);
      if (!this.#byPath.has(path)) this.#byPath.set(path, readAttached(path, part.type));
    }
  }
}

const imageCharacters = 4_000;

function readAttached(path: string, type: 'file' | 'image'): Attached {
  const length = type === 'image' ? imageCharacters : statSync(path).size;
  return { hash: hashFile(path), length };
}

/** SHA-256 of a file's bytes, read piece by piece; empty when it cannot be read. */
export function hashFile(path: string): string {
  try {
    const file = openSync(path, 'r');
    try {
      const hash = createHash('sha256');
      const block = Buffer.allocUnsafe(1024 * 1024);
      for (let size = readSync(file, block); size > 0; size = readSync(file, block))
        hash.update(block.subarray(0, size));
      return hash.digest('hex');
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}
