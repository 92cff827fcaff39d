import type { Virtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import { useTextMarks } from '../../../parts/conversation/use-text-marks.ts';
import type { TurnSelection } from '../use-turn-selection.ts';
import { listTextHits } from './find-turns.ts';
import { useTurnWindow } from './use-turn-window.ts';

export interface TurnListProps {
  readonly turns: readonly ShownTurn[];
  readonly selection: TurnSelection;
  /** The turn that is being written: it stays, wherever one scrolls. */
  readonly openId: string | undefined;
  /** Text to highlight. */
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

interface Reveal {
  readonly turns: readonly ShownTurn[];
  readonly selection: TurnSelection;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly window: Virtualizer<HTMLElement, Element>;
}

/** Brings the selected turn in sight and, where it was asked for, puts the focus on it, unless it is in it already. */
function useReveal({ turns, selection: { turnId, request }, scroller, window }: Reveal): void {
  const followed = useRef(request);
  // Only when a turn was asked for: turns that change under the selection move nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const isAsked = request !== followed.current;
    followed.current = request;
    const index = turnId === undefined ? -1 : turns.findIndex(({ id }) => id === turnId);
    const row = scroller.current?.querySelector<HTMLElement>(`[data-turn="${CSS.escape(turnId ?? '')}"]`);
    if (index === -1 || row?.contains(document.activeElement)) return;
    window.scrollToIndex(index, { align: toAlignment(window, index) });
    if (isAsked) row?.focus({ preventScroll: true });
  }, [turnId, request]);
}

/** A step scrolls as little as possible, a jump centers the turn, and a tall turn shows its start. */
function toAlignment(window: Virtualizer<HTMLElement, Element>, index: number): 'start' | 'center' | 'auto' {
  const height = window.measurementsCache[index]?.size ?? 0;
  if (height > (window.scrollRect?.height ?? 0)) return 'start';
  const isNear = window.range !== null && index >= window.range.startIndex - 2 && index <= window.range.endIndex + 2;
  return isNear ? 'auto' : 'center';
}
