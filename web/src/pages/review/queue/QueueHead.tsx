import { useQuery } from '@tanstack/react-query';
import { countDoneToday, lastDoneQuery, mostDone } from '../../../data/done-today.ts';
import { meQuery } from '../../../data/workspace.ts';
import { Meter } from '../../../parts/Meter.tsx';
import { Segmented } from '../../../parts/Segmented.tsx';
import { filterQueue, type QueueFilter, type QueueRow } from './queue-rows.ts';

export interface QueueHeadProps {
  readonly rows: readonly QueueRow[];
  readonly filter: QueueFilter;
  readonly onFilter: (filter: QueueFilter) => void;
}

/** How far the day is, and which part of the queue is shown. */
export function QueueHead({ rows, filter, onFilter }: QueueHeadProps) {
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
