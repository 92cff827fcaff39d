import { useLocation } from '@tanstack/react-router';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ItemRow } from '../../../../../src/contract/item-row.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import type { ItemRows } from './use-item-rows.ts';

export interface RowCursor {
  readonly index: number | undefined;
  /** It was moved by a key, so the focus follows. */
  readonly isMoved: boolean;
}

export interface RowWindowOptions {
  readonly list: ItemRows;
  /** Identifies the query. When it changes, the list scrolls to its top. */
  readonly listKey: string;
  readonly cursor: RowCursor;
  readonly rowHeight: number;
  /** The height of the sticky header. */
  readonly headHeight: number;
}

export interface RowPlace {
  readonly index: number;
  /** Distance from the top of the list. */
  readonly top: number;
}

export interface RowWindow {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly places: readonly RowPlace[];
  readonly height: number;
}

/** The next page loads when this many rows are left. */
const early = 60;

/** The visible rows. Loads more while you scroll down, and keeps the row of the cursor in the document. */
export function useRowWindow({ list, listKey, cursor, rowHeight, headHeight }: RowWindowOptions): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, total, more, isOld, status, loadMore } = list;
  const isFirst = status === 'loading';
  const count = isFirst ? 30 : rows.length + countPendingRows({ more, total, loaded: rows.length });
  const kept = cursor.index;
  const offset = useKeptOffset(useCallback(() => scroller.current?.scrollTop ?? 0, []));
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    initialOffset: offset,
    rangeExtractor: useCallback((range) => withKept(defaultRangeExtractor(range), kept, range.count), [kept]),
  });
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (more === 'waiting' && !isOld && last > rows.length - early) loadMore();
  }, [more, isOld, last, rows.length, loadMore]);
  useEffect(() => {
    if (cursor.index === undefined) return;
    virtualizer.scrollToIndex(cursor.index, { align: 'auto' });
    if (cursor.isMoved) document.getElementById(toRowId(cursor.index))?.focus({ preventScroll: true });
  }, [cursor, virtualizer]);
  const shownKey = useRef(listKey);
  useEffect(() => {
    if (shownKey.current !== listKey) virtualizer.scrollToOffset(0);
    shownKey.current = listKey;
  }, [virtualizer, listKey]);
  const places = virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - headHeight }));
  return { scroller, places, height: virtualizer.getTotalSize() };
}

/** The ID of a row's link. */
export function toRowId(index: number): string {
  return `explorer-row-${index}`;
}

/** The number of lines below the loaded rows: placeholders for the next page, or one line with an error. */
export function countPendingRows(
  {
    more,
    total,
    loaded,
  }: { readonly more: 'none' | 'waiting' | 'loading' | 'fault'; readonly total: number; readonly loaded: number },
  pageSize = 100,
): number {
  if (more === 'none') return 0;
  return more === 'fault' ? 1 : Math.min(pageSize, Math.max(total - loaded, 1));
}

/** The visible indexes and the focused one, which stays in the document wherever you scroll. */
export function withKept(places: readonly number[], kept: number | undefined, count: number): number[] {
  if (kept === undefined || kept >= count || places.includes(kept)) return [...places];
  return [...places, kept].sort((one, other) => one - other);
}

const name = 'turnwise.explorer.offset';

/**
 * Restores the scroll position of a history entry, so that Back shows the same rows. `getOffset` is called when the
 * entry is left.
 */
function useKeptOffset(getOffset: () => number): number {
  const entry = useLocation({ select: ({ pathname, state }) => (pathname === '/items' ? state.__TSR_key : undefined) });
  const [first] = useState(() => findOffset(entry));
  useEffect(() => {
    if (entry === undefined) return undefined;
    return () => sessionStorage.setItem(name, JSON.stringify([entry, getOffset()]));
  }, [entry, getOffset]);
  return first;
}

function findOffset(entry: string | undefined): number {
  const text = sessionStorage.getItem(name);
  const kept: unknown = text === null ? undefined : JSON.parse(text);
  return Array.isArray(kept) && kept[0] === entry && typeof kept[1] === 'number' ? kept[1] : 0;
}

export interface MovingCursor {
  readonly cursor: RowCursor;
  /** The item at the cursor. */
  readonly row: ItemRow | undefined;
  /** Moves the cursor to a clicked row. */
  put(index: number): void;
  /** Moves the focus to the row of the cursor, or to the first row. */
  enter(): void;
  /** Moves the cursor by key and returns the new row. */
  move(by: -1 | 1): ItemRow | undefined;
}

/** The row that keys act on: the last one selected in this list, otherwise that of the preview. */
export function useRowCursor(rows: readonly ItemRow[], listKey: string, open: ItemKey | undefined): MovingCursor {
  const [last, setLast] = useState<RowCursor & { readonly listKey: string }>();
  const openIndex = useMemo(
    () => (open === undefined ? -1 : rows.findIndex(({ dataset, id }) => dataset === open.dataset && id === open.id)),
    [rows, open],
  );
  const cursor: RowCursor = useMemo(() => {
    if (last !== undefined && last.listKey === listKey) return last;
    return { index: openIndex < 0 ? undefined : openIndex, isMoved: false };
  }, [last, listKey, openIndex]);
  return {
    cursor,
    row: cursor.index === undefined ? undefined : rows[cursor.index],
    put: (index) => setLast({ index, isMoved: false, listKey }),
    enter: () => setLast({ index: cursor.index ?? 0, isMoved: true, listKey }),
    move: (by) => {
      const index = Math.min(Math.max((cursor.index ?? (by > 0 ? -1 : 1)) + by, 0), rows.length - 1);
      if (rows[index] !== undefined) setLast({ index, isMoved: true, listKey });
      return rows[index];
    },
  };
}

/** The position of a row. */
export interface RowBox {
  /** From the top of the list. */
  readonly top: number;
  readonly height: number;
  /** The grid tracks of its columns. */
  readonly tracks?: string;
}

export function isSameBox(one: RowBox, other: RowBox): boolean {
  return one.top === other.top && one.height === other.height && one.tracks === other.tracks;
}

export function toRowStyle({ top, height, tracks }: RowBox): CSSProperties {
  return {
    height,
    transform: `translateY(${top}px)`,
    ...(tracks === undefined ? {} : { gridTemplateColumns: tracks }),
  };
}
