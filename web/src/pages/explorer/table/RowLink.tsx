import type { MouseEvent, ReactNode } from 'react';
import type { ItemRow } from '../../../../../src/contract/item-row.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { toRowId } from './use-row-window.ts';

/** An item and its place in the whole list. */
export interface ShownRow {
  readonly index: number;
  readonly item: ItemRow;
}

/** What can be done with a row. The same functions all the time, so that rows are not drawn again for them. */
export interface RowActs {
  /** Shows it in the preview. */
  readonly onPick: (index: number, key: ItemKey) => void;
  readonly onReview: (key: ItemKey) => void;
}

export interface RowLinkProps extends ShownRow {
  readonly acts: RowActs;
  readonly children: ReactNode;
}

/**
 * The link of a row, as large as the row. It leads to the review: by Enter, and in a new tab by Ctrl or the middle button.
 * A plain click only shows the preview.
 */
export function RowLink({ index, item, acts, children }: RowLinkProps) {
  const { dataset, id } = item;
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // No button was pressed: it was a key.
    if (event.detail === 0) acts.onReview({ dataset, id });
    else acts.onPick(index, { dataset, id });
  };
  return (
    <a
      className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
      href={toReviewPath({ dataset, id })}
      id={toRowId(index)}
      onClick={onClick}
    >
      {children}
    </a>
  );
}

/** The address of the review of an item. */
function toReviewPath({ dataset, id }: ItemKey): string {
  return `/review/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`;
}
