import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../../app/keys/use-action.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { countDoneToday, lastDoneQuery, mostDone } from '../../../data/items.ts';
import { meQuery } from '../../../data/workspace.ts';
import { Button } from '../../../parts/button/Button.tsx';
import { Meter } from '../../../parts/feedback/Meter.tsx';
import { Segmented } from '../../../parts/fields/Segmented.tsx';
import { MenuButton } from '../../../parts/menu/MenuButton.tsx';
import { EmptyView } from '../../../parts/page/EmptyView.tsx';
import { FaultView } from '../../../parts/page/FaultView.tsx';
import { LoadingView } from '../../../parts/page/LoadingView.tsx';
import { QueueRows } from './QueueRows.tsx';
import { filterQueue, type QueueFilter, type QueueRow, toNextFilter } from './queue-rows.ts';
import { useQueueRows } from './use-queue-rows.ts';
import { takeCounts, useTakeMore } from './use-take-more.ts';

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

/** Asks for more to review. */
function TakeMoreBar() {
  const { count, setCount, take, isTaking } = useTakeMore();
  const choices = takeCounts.map((other) => ({
    label: `Claim ${other} at a time`,
    run: () => setCount(other),
    ...(other === count ? { icon: 'approve' as const } : {}),
  }));
  return (
    <div className="flex items-center gap-1 border-line border-t p-3">
      <Button disabled={isTaking} icon="add" keys="m" onClick={take}>
        Claim {count} more
      </Button>
      <MenuButton groups={[choices]} icon="more" isLabelHidden kind="quiet" label="How many to claim" />
    </div>
  );
}

interface QueueHeadProps {
  readonly rows: readonly QueueRow[];
  readonly filter: QueueFilter;
  readonly onFilter: (filter: QueueFilter) => void;
}

/** How far the day is, and which part of the queue is shown. */
function QueueHead({ rows, filter, onFilter }: QueueHeadProps) {
  const me = useQuery(meQuery()).data?.name;
  const last = useQuery(lastDoneQuery()).data?.rows;
  const done = countDoneToday(last ?? [], me, new Date());
  const doneText = `${done}${done >= mostDone ? '+' : ''} done today`;
  const blocked = filterQueue(rows, 'blocked').length;
  return (
    <div className="flex flex-col gap-2.5 border-line border-b p-3">
      <div className="flex flex-col gap-1.5">
        <p className="flex justify-between text-sm">
          <span className="text-quiet">{last === undefined ? '\u00a0' : doneText}</span>
          <span className="font-medium tabular-nums">{rows.length} left</span>
        </p>
        <Meter label="Done today" max={done + rows.length} text={`${doneText}, ${rows.length} left`} value={done} />
      </div>
      <Segmented
        label="Filter queue"
        onChange={onFilter}
        segments={[
          { value: 'all', label: 'All' },
          { value: 'blocked', label: `Blocked ${blocked}` },
          { value: 'ready', label: `Ready ${rows.length - blocked}` },
        ]}
        value={filter}
      />
    </div>
  );
}
