import { memo, useState } from 'react';
import { BlockList } from './BlockView.tsx';
import type { Block } from './markdown-tree.ts';
import { toBlocks } from './to-blocks.ts';

const mostTexts = 400;
const mostLength = 2_000_000;

/** Caches parsed texts, because rows of a long conversation mount and unmount while you scroll. */
class BlockCache {
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

const cache = new BlockCache();

export interface MarkdownProps {
  readonly text: string;
}

/** Untrusted text as Markdown: no HTML, no images, and links only to the web, with their host. A long text is cut. */
export const Markdown = memo(function Markdown({ text }: MarkdownProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? text : foldText(text);
  return (
    <div className="flex min-w-0 flex-col gap-2.5 break-words [overflow-wrap:anywhere]">
      <BlockList blocks={cache.get(shown)} />
      {shown.length < text.length && (
        <button
          className="self-start rounded-md bg-shade px-2.5 py-1 text-accent text-sm hover:bg-hover"
          onClick={() => setWhole(true)}
          type="button"
        >
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </div>
  );
});

/** Longer texts are cut, until the rest is requested. */
export const mostShown = 20_000;
const beginning = 6000;

/** The start of a long text, up to a line end if there is one near. A short text is returned unchanged. */
export function foldText(text: string): string {
  if (text.length <= mostShown) return text;
  const lineEnd = text.lastIndexOf('\n', beginning);
  const end = lineEnd > beginning / 2 ? lineEnd : beginning;
  const isInsidePair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isInsidePair ? end - 1 : end);
}
