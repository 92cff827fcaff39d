import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { ImportRow } from '../../../../src/contract/import-file.ts';
import { VerdictRow } from './VerdictRow.tsx';

export interface VerdictListProps {
  readonly rows: readonly ImportRow[];
  readonly isDone: boolean;
}

const usualHeight = 38;

/** The conversations of a file. Only visible rows are in the document. */
export function VerdictList({ rows, isDone }: VerdictListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    overscan: 6,
  });
  return (
    <section
      aria-label="Conversations in the file"
      className="max-h-[70vh] overflow-auto border-line border-y"
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <li
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                className="absolute inset-x-0 top-0 border-line border-b"
                data-index={index}
                key={row.index}
                ref={virtualizer.measureElement}
                style={{ transform: `translateY(${start}px)` }}
              >
                <VerdictRow isDone={isDone} row={row} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}
