import { useState } from 'react';
import { useAction } from '../../../app/keys/use-action.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { Button } from '../../../parts/Button.tsx';
import { EmptyView } from '../../../parts/EmptyView.tsx';
import { FaultView } from '../../../parts/FaultView.tsx';
import { LoadingView } from '../../../parts/LoadingView.tsx';
import { QueueHead } from './QueueHead.tsx';
import { QueueRows } from './QueueRows.tsx';
import { filterQueue, type QueueFilter, toNextFilter } from './queue-rows.ts';
import { TakeMoreBar } from './TakeMoreBar.tsx';
import { useQueueRows } from './use-queue-rows.ts';

export interface QueueListProps {
  /** The one that is open. */
  readonly current?: ItemKey;
  readonly onOpen: (key: ItemKey) => void;
}

/** What I hold, in the order I was given it, and the way to ask for more. */
export function QueueList({ current, onOpen }: QueueListProps) {
  const { query, rows } = useQueueRows();
  const [filter, setFilter] = useState<QueueFilter>('all');
  useAction('review.queue-filter', () => setFilter(toNextFilter(filter)));
  if (query.isLoadingError) {
    return <FaultView error={query.error} onRetry={() => query.refetch()} title="Couldn't load your queue." />;
  }
  const shown = filterQueue(rows, filter);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <QueueHead filter={filter} onFilter={setFilter} rows={rows} />
      <div className="min-h-0 flex-1">
        {query.isPending && <LoadingView label="Loading queue" lines={8} />}
        {query.isSuccess && rows.length === 0 && (
          <EmptyView icon="list" title="Your queue is empty">
            <p>Claim some conversations, and they're assigned to you.</p>
          </EmptyView>
        )}
        {rows.length > 0 && shown.length === 0 && (
          <EmptyView
            icon="list"
            title={filter === 'ready' ? 'No conversations are ready' : 'No conversations are blocked'}
          >
            <Button onClick={() => setFilter('all')}>Show all {rows.length}</Button>
          </EmptyView>
        )}
        {shown.length > 0 && <QueueRows current={current} onOpen={onOpen} rows={shown} />}
      </div>
      <TakeMoreBar />
    </div>
  );
}
