import type { MouseEvent, ReactNode } from 'react';
import type { ItemRow } from '../../../../../src/contract/item-row.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { toRowId } from './use-row-window.ts';

/** An item and its index in the whole list. */
export interface ShownRow {
  readonly index: number;
  readonly item: ItemRow;
}

/** The actions of a row. The functions never change, so that rows do not render again. */
export interface RowActs {
  /** Shows the item in the preview. */
  readonly onPick: (index: number, key: ItemKey) => void;
  readonly onReview: (key: ItemKey) => void;
}

export interface RowLinkProps extends ShownRow {
  readonly acts: RowActs;
  readonly children: ReactNode;
}

/**
 * The link of a row, as large as the row. Enter opens the review, and Ctrl or the middle button opens it in a new tab.
 * A plain click shows the preview.
 */
export function RowLink({ index, item, acts, children }: RowLinkProps) {
  const { dataset, id } = item;
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // 0: triggered by a key, not a mouse button.
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

/** The address of an item's review. */
function toReviewPath({ dataset, id }: ItemKey): string {
  return `/review/${encodeURIComponent(dataset)}/${encodeURIComponent(id)}`;
}
