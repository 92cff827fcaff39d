import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import type { ItemRow } from '../../../../src/contract/item-row.ts';
import { useAction } from '../../app/keys/use-action.ts';
import type { ItemKey } from '../../data/item-key.ts';
import type { ExplorerAddress } from './use-explorer-view.ts';
import type { MovingCursor } from './use-row-cursor.ts';

export interface RowKeysOptions {
  readonly address: ExplorerAddress;
  readonly moving: MovingCursor;
  readonly search: RefObject<HTMLInputElement | null>;
}

/** The keys that walk through the rows. The preview follows while it is open. */
export function useRowKeys({ address, moving, search }: RowKeysOptions): void {
  const { view, change } = address;
  const { row, move } = moving;
  const navigate = useNavigate();
  const show = (key: ItemKey | undefined) =>
    change(({ open: _, ...now }) => (key ? { ...now, open: key } : now), 'replace');
  const walk = (by: -1 | 1) => {
    const next = move(by);
    if (next !== undefined && view.open !== undefined) show(toKey(next));
  };
  useAction('explorer.search', () => search.current?.select());
  useAction('explorer.next', () => walk(1));
  useAction('explorer.previous', () => walk(-1));
  useAction('explorer.preview', row || view.open ? () => show(view.open || !row ? undefined : toKey(row)) : undefined);
  useAction('explorer.close', view.open && (() => show(undefined)));
  const key = row === undefined ? view.open : toKey(row);
  useAction('explorer.review', key && (() => void navigate({ to: '/review/$dataset/$id', params: key })));
  useAction('explorer.history', key && (() => void navigate({ to: '/items/$dataset/$id/history', params: key })));
}

function toKey({ dataset, id }: ItemRow): ItemKey {
  return { dataset, id };
}
