import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import type { TurnSelection } from '../use-turn-selection.ts';

interface Reveal {
  readonly turns: readonly ShownTurn[];
  readonly selection: TurnSelection;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly window: Virtualizer<HTMLElement, Element>;
}

/** Brings the selected turn in sight and, where it was asked for, puts the focus on it, unless it is in it already. */
export function useReveal({ turns, selection: { turnId, request }, scroller, window }: Reveal): void {
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

/** A step scrolls as little as it can; a jump shows what stands around the turn; of a high turn the beginning is seen. */
function toAlignment(window: Virtualizer<HTMLElement, Element>, index: number): 'start' | 'center' | 'auto' {
  const height = window.measurementsCache[index]?.size ?? 0;
  if (height > (window.scrollRect?.height ?? 0)) return 'start';
  const isNear = window.range !== null && index >= window.range.startIndex - 2 && index <= window.range.endIndex + 2;
  return isNear ? 'auto' : 'center';
}
