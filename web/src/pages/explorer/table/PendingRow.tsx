import { Button } from '../../../parts/button/Button.tsx';
import { toSentence } from '../../../parts/page/FaultView.tsx';
import type { ItemRows } from './use-item-rows.ts';

/** A placeholder for a row that is loading or failed to load. */
export function PendingRow({ list }: { readonly list: ItemRows }) {
  if (list.more === 'fault') {
    return (
      <span className="flex items-center gap-3 text-sm" role="alert">
        <span className="min-w-0 truncate text-fail">Couldn't load more. {toSentence(list.error)}</span>
        <Button icon="restore" onClick={list.loadMore}>
          Retry
        </Button>
      </span>
    );
  }
  return (
    <span aria-hidden="true" className="flex items-center gap-4">
      <span className="h-4 w-20 animate-pulse rounded-full bg-shade" />
      <span className="h-4 min-w-0 flex-1 animate-pulse rounded bg-shade" />
      <span className="h-4 w-24 animate-pulse rounded bg-shade" />
    </span>
  );
}
