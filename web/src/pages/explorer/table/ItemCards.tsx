import { memo } from 'react';
import { renderNumberOf } from '../../../../../src/base/number-of.ts';
import { StatusMark } from '../../../parts/item/StatusMark.tsx';
import { joinClasses } from '../../../parts/join-classes.ts';
import { Time } from '../../../parts/Time.tsx';
import { Highlight } from '../../../parts/text/Highlight.tsx';
import { HitLine, hasOwnHitLine } from './HitLine.tsx';
import { PendingRow } from './PendingRow.tsx';
import { type RowActs, RowLink, type ShownRow } from './RowLink.tsx';
import type { ItemRows } from './use-item-rows.ts';
import { type RowCursor, toRowStyle, useRowWindow } from './use-row-window.ts';

export interface ItemCardsProps {
  readonly list: ItemRows;
  readonly listKey: string;
  readonly cursor: RowCursor;
  readonly acts: RowActs;
  readonly keyword: string;
}

const rowHeight = 98;

/** The items as cards, for screens too narrow for a table. */
export function ItemCards({ list, listKey, cursor, acts, keyword }: ItemCardsProps) {
  const { scroller, places, height } = useRowWindow({ list, listKey, cursor, rowHeight, headHeight: 0 });
  return (
    <div className="relative min-h-0 flex-1 overflow-auto border-line border-t" ref={scroller}>
      <ul
        aria-busy={list.status === 'loading' || list.isOld}
        aria-label="Conversations"
        className={list.isOld ? 'relative opacity-60' : 'relative'}
        style={{ height }}
      >
        {places.map(({ index, top }) => {
          const item = list.rows[index];
          return (
            <li
              aria-posinset={index + 1}
              aria-setsize={list.total}
              className="absolute inset-x-0 top-0 border-line border-b"
              key={index}
              style={toRowStyle({ top, height: rowHeight })}
            >
              {item === undefined ? (
                <div className="flex h-full flex-col justify-center px-4">
                  <PendingRow list={list} />
                </div>
              ) : (
                <ItemCard acts={acts} index={index} isCursor={cursor.index === index} item={item} keyword={keyword} />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface ItemCardProps extends ShownRow {
  readonly acts: RowActs;
  readonly keyword: string;
  readonly isCursor: boolean;
}

const ItemCard = memo(function ItemCard({ index, item, acts, keyword, isCursor }: ItemCardProps) {
  const hit = hasOwnHitLine(item) ? item.hit : undefined;
  return (
    <div className={joinClasses('flex h-full flex-col justify-center gap-1 px-4', isCursor && 'bg-accent-soft')}>
      <div className="flex items-center justify-between gap-3 text-quiet text-xs">
        <StatusMark status={item.status} />
        <Time at={item.updatedAt} />
      </div>
      <p className={hit === undefined ? 'line-clamp-2 leading-snug' : 'line-clamp-1 leading-snug'} dir="auto">
        <RowLink acts={acts} index={index} item={item}>
          {item.question === '' ? 'No question yet' : <Highlight keyword={keyword} text={item.question} />}
        </RowLink>
      </p>
      {hit !== undefined && <HitLine hit={hit} keyword={keyword} />}
      <p className="flex min-w-0 gap-1 text-quiet text-xs">
        <span className="truncate">
          <bdi>{item.dataset}</bdi> / <bdi>{item.id}</bdi>
        </span>
        <span className="shrink-0">
          · {renderNumberOf(item.turns, 'turn')} · {renderNumberOf(item.totalReferences, 'ref')}
        </span>
      </p>
    </div>
  );
});
