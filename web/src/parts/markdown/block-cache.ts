import type { Block } from './markdown-tree.ts';
import { toBlocks } from './to-blocks.ts';

const mostTexts = 400;
const mostLength = 2_000_000;

/** Texts that were read lately: rows of a long conversation come and go while somebody scrolls. */
export class BlockCache {
  readonly #byText = new Map<string, readonly Block[]>();
  #length = 0;

  get(text: string): readonly Block[] {
    const found = this.#byText.get(text);
    if (found !== undefined) {
      this.#byText.delete(text);
      this.#byText.set(text, found);
      return found;
    }
    const blocks = toBlocks(text);
    this.#byText.set(text, blocks);
    this.#length += text.length;
    this.#forgetOldest();
    return blocks;
  }

  #forgetOldest(): void {
    for (const text of this.#byText.keys()) {
      if (this.#byText.size <= 1 || (this.#byText.size <= mostTexts && this.#length <= mostLength)) return;
      this.#byText.delete(text);
      this.#length -= text.length;
    }
  }
}
