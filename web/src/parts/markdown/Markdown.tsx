import { memo, useState } from 'react';
import { BlockList } from './BlockView.tsx';
import { BlockCache } from './block-cache.ts';
import { foldText } from './fold-text.ts';

const cache = new BlockCache();

export interface MarkdownProps {
  readonly text: string;
}

/**
 * A text of whoever wrote it, as Markdown: no HTML, no pictures, links only to the web and with their host. A long one
 * is folded.
 */
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
