import { useLocation } from '@tanstack/react-router';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ItemRow } from '../../../../../src/contract/item-row.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import type { ItemRows } from './use-item-rows.ts';

export interface RowCursor {
  readonly index: number | undefined;
  /** A key moved it: the focus goes along. */
  readonly isMoved: boolean;
}

export interface RowWindowOptions {
  readonly list: ItemRows;
  /** Of what was asked for: another list begins at its top. */
  readonly listKey: string;
  readonly cursor: RowCursor;
  readonly rowHeight: number;
  /** Of what stays above the rows while they scroll. */
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

/** So many rows before the end, the next page is asked for. */
const early = 60;

/** Which rows are in sight. Loads more on the way down, and keeps the row of the cursor on the page. */
export function useRowWindow({ list, listKey, cursor, rowHeight, headHeight }: RowWindowOptions): RowWindow {
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, total, more, isOld, status, loadMore } = list;
  const isFirst = status === 'loading';
  const count = isFirst ? 30 : rows.length + countLinesAhead({ more, total, loaded: rows.length });
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

/** Of the link of a row. */
export function toRowId(index: number): string {
  return `explorer-row-${index}`;
}

/** How many lines stand below the loaded rows: grey ones as far ahead as a page reaches, or one that says what went wrong. */
export function countLinesAhead(
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

/** Places in sight, and the one that has the focus: it has to stay on the page wherever one scrolls. */
export function withKept(places: readonly number[], kept: number | undefined, count: number): number[] {
  if (kept === undefined || kept >= count || places.includes(kept)) return [...places];
  return [...places, kept].sort((one, other) => one - other);
}

const name = 'turnwise.explorer.offset';

/**
 * Where the list stood when this entry of the browser's history was left, so that Back leads to the same rows. `getOffset`
 * is asked when it is left again.
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
  /** The item it stands on. */
  readonly row: ItemRow | undefined;
  /** Puts it on a row that was clicked. */
  put(index: number): void;
  /** Takes the focus to the row it stands on, else to the first. */
  enter(): void;
  /** By keys: gives the row it is on then. */
  move(by: -1 | 1): ItemRow | undefined;
}

/** Which row keys speak of: where it was put last in this list, else that of the preview. */
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

/** Where a row stands. */
export interface RowBox {
  /** From the top of the list. */
  readonly top: number;
  readonly height: number;
  /** Of its columns. */
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
