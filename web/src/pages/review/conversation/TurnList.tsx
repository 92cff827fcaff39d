import { type ReactNode, useRef } from 'react';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import { useTextMarks } from '../../../parts/conversation/use-text-marks.ts';
import type { TurnSelection } from '../use-turn-selection.ts';
import { listTextHits } from './find-turns.ts';
import { useReveal } from './use-reveal.ts';
import { useTurnWindow } from './use-turn-window.ts';

export interface TurnListProps {
  readonly turns: readonly ShownTurn[];
  readonly selection: TurnSelection;
  /** The turn that is being written: it stays, wherever one scrolls. */
  readonly openId: string | undefined;
  /** Marked where it stands. */
  readonly wanted: string;
  readonly renderTurn: (turn: ShownTurn, index: number) => ReactNode;
  /** Behind the last turn. */
  readonly children: ReactNode;
}

/** The turns that are in sight, at their places. */
export function TurnList({ turns, selection, openId, wanted, renderTurn, children }: TurnListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const window = useTurnWindow(turns, scroller, [selection.turnId, openId]);
  useReveal({ turns, selection, scroller, window });
  useTextMarks(scroller, wanted === '' ? undefined : (text) => listTextHits(text, wanted));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden px-4 [scrollbar-gutter:stable]" ref={scroller}>
      <div className="@container mx-auto max-w-3xl">
        <ol className="relative" style={{ height: window.getTotalSize() }}>
          {window.getVirtualItems().map(({ key, index, start }) => {
            const turn = turns[index];
            return (
              turn !== undefined && (
                <li
                  aria-posinset={index + 1}
                  aria-setsize={turns.length}
                  className="absolute inset-x-0 top-0"
                  data-index={index}
                  key={key}
                  ref={window.measureElement}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {renderTurn(turn, index)}
                </li>
              )
            );
          })}
        </ol>
        <div className="py-4">{children}</div>
      </div>
    </div>
  );
}
