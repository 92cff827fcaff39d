import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { ItemKey } from '../../../data/item-key.ts';
import { Icon } from '../../../parts/Icon.tsx';
import { joinClasses } from '../../../parts/join-classes.ts';
import type { QueueRow } from './queue-rows.ts';

export interface QueueLinkProps {
  readonly row: QueueRow;
  readonly isCurrent: boolean;
  /** What was typed on it is on this computer alone. */
  readonly isKeptHere: boolean;
  readonly onOpen: (key: ItemKey) => void;
}

/** An item of the queue. A real link: it opens in a new tab, too. */
export function QueueLink({ row, isCurrent, isKeptHere, onOpen }: QueueLinkProps) {
  const { dataset, id, title, turns, missing, copyOf } = row;
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen({ dataset, id });
  };
  return (
    <Link
      aria-current={isCurrent ? 'page' : undefined}
      className={joinClasses(
        'flex flex-col gap-0.5 border-s-2 px-3 py-2.5 -outline-offset-2',
        isCurrent ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-hover',
      )}
      onClick={open}
      params={{ dataset, id }}
      to="/review/$dataset/$id"
    >
      <span className="line-clamp-2 text-sm leading-snug" dir="auto">
        {title === '' ? id : title}
      </span>
      <span className="flex h-4 items-center gap-1.5 text-quiet text-xs">
        <span className="truncate" dir="auto" title={copyOf === undefined ? dataset : `Copy of ${copyOf}`}>
          {copyOf === undefined ? dataset : `copy of ${copyOf}`}
        </span>
        {copyOf === undefined && <span aria-hidden="true">·</span>}
        {copyOf === undefined && <span className="shrink-0">{turns === 1 ? '1 turn' : `${turns} turns`}</span>}
        <span className="ms-auto shrink-0">{isKeptHere ? <KeptHere /> : <Standing missing={missing} />}</span>
      </span>
    </Link>
  );
}

function Standing({ missing }: { readonly missing: number }) {
  return missing === 0 ? (
    <span className="inline-flex items-center gap-1 text-pass">
      <Icon name="approve" size={12} /> ready
    </span>
  ) : (
    <span className="text-warn">{missing === 1 ? '1 problem' : `${missing} problems`}</span>
  );
}

function KeptHere() {
  return (
    <span className="inline-flex items-center gap-1 text-warn">
      <Icon name="offline" size={12} /> unsaved
    </span>
  );
}
