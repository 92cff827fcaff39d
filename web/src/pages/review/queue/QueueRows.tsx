import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { type ItemKey, toKeyText } from '../../../data/item-key.ts';
import { useWaitingDrafts } from '../editor/use-waiting-drafts.ts';
import { QueueLink } from './QueueLink.tsx';
import { isSameKey, type QueueRow } from './queue-rows.ts';

export interface QueueRowsProps {
  readonly rows: readonly QueueRow[];
  readonly current: ItemKey | undefined;
  readonly onOpen: (key: ItemKey) => void;
}

/** The rows of the queue. Only those in sight are drawn. */
export function QueueRows({ rows, current, onOpen }: QueueRowsProps) {
  const drafts = useWaitingDrafts();
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    getItemKey: (index) => toKeyText(rows[index] ?? { dataset: '', id: '' }),
    estimateSize: () => 76,
    overscan: 6,
  });
  const at = rows.findIndex((row) => isSameKey(row, current));
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [at, virtualizer]);
  return (
    <div className="h-full overflow-auto" ref={frame}>
      <ul aria-label="Queue" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className="absolute inset-x-0 top-0"
              data-index={index}
              key={key}
              ref={virtualizer.measureElement}
              style={{ transform: `translateY(${start}px)` }}
            >
              <QueueLink
                isCurrent={index === at}
                isKeptHere={drafts.some(({ place }) => isSameKey(place, row))}
                onOpen={onOpen}
                row={row}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
