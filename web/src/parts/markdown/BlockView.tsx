import type { ReactNode } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { InlineList } from './InlineView.tsx';
import type { Block, ListEntry, TableCell } from './markdown-tree.ts';

/** A list of blocks. */
export function BlockList({ blocks }: { readonly blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a text that changes is another tree; nothing in it has a state
  return blocks.map((block, place) => <BlockView block={block} key={place} />);
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto">
          <InlineList inlines={block.children} />
        </p>
      );
    case 'heading':
      return <Heading {...block} />;
    case 'code':
      return <CodeBlock language={block.language} text={block.text} />;
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-2 border-line border-s-3 ps-3 text-quiet" dir="auto">
          <BlockList blocks={block.children} />
        </blockquote>
      );
    case 'list':
      return <List {...block} />;
    case 'table':
      return <Table {...block} />;
    case 'rule':
      return <hr className="my-1 border-line" />;
    case 'literal':
      return (
        <p className="whitespace-pre-wrap" dir="auto">
          {block.text}
        </p>
      );
  }
}

const headingLooks = ['text-lg', 'text-base', 'text-[0.9375rem]'];

/** Only looks like a heading. The outline of the page consists of its own headings, not those of messages. */
function Heading({ level, children }: Extract<Block, { readonly kind: 'heading' }>) {
  return (
    <p className={`mt-1 font-semibold leading-snug ${headingLooks[level - 1] ?? 'text-[0.9375rem]'}`} dir="auto">
      <InlineList inlines={children} />
    </p>
  );
}

function List({ start, entries }: Extract<Block, { readonly kind: 'list' }>) {
  // biome-ignore lint/suspicious/noArrayIndexKey: a text that changes is another tree; nothing in it has a state
  const lines = entries.map((entry, place) => <ListLine entry={entry} key={place} />);
  if (start === undefined)
    return (
      <ul className="flex list-disc flex-col gap-1 ps-5 marker:text-quiet" dir="auto">
        {lines}
      </ul>
    );
  // Room for the longest number. "4711. It came late" is a list, too.
  const digits = String(start + entries.length - 1).length;
  const paddingInlineStart = `max(1.5rem, ${digits + 1.5}ch)`;
  return (
    <ol
      className="flex list-decimal flex-col gap-1 marker:text-quiet"
      dir="auto"
      start={start}
      style={{ paddingInlineStart }}
    >
      {lines}
    </ol>
  );
}

function ListLine({ entry }: { readonly entry: ListEntry }) {
  if (entry.isDone === undefined)
    return (
      <li>
        <div className="flex flex-col gap-1">
          <BlockList blocks={entry.children} />
        </div>
      </li>
    );
  return (
    <li className="-ms-5 flex list-none gap-2">
      <span className="text-quiet">
        <span aria-hidden="true">{entry.isDone ? '☑' : '☐'}</span>
        <span className="sr-only">{entry.isDone ? 'Done:' : 'To do:'}</span>
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <BlockList blocks={entry.children} />
      </div>
    </li>
  );
}

function Table({ head, rows }: Extract<Block, { readonly kind: 'table' }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="border-collapse text-sm">
        <thead>
          <Row cells={head} isHead />
        </thead>
        <tbody>
          {rows.map((cells, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text that changes is another tree; nothing in it has a state
            <Row cells={cells} key={place} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const alignments = { left: 'text-left', center: 'text-center', right: 'text-right' };

function Row({ cells, isHead = false }: { readonly cells: readonly TableCell[]; readonly isHead?: boolean }) {
  const Cell = isHead ? 'th' : 'td';
  return (
    <tr className="border-line border-b">
      {cells.map(({ align, children }, place) => (
        <Cell
          className={`px-2.5 py-1.5 align-top ${isHead ? 'font-semibold' : ''} ${align === undefined ? 'text-start' : alignments[align]}`}
          dir="auto"
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that changes is another tree; nothing in it has a state
          key={place}
        >
          <InlineList inlines={children} />
        </Cell>
      ))}
    </tr>
  );
}
