import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import { estimateHeight } from './estimate-height.ts';

/** Up to here all turns are drawn, so that the browser's own search finds everything. */
const mostDrawn = 40;

/** The turns in sight, and those that must not go: the selected one has the focus, the open one what is being typed. */
export function useTurnWindow(
  turns: readonly ShownTurn[],
  scroller: RefObject<HTMLElement | null>,
  kept: readonly (string | undefined)[],
) {
  const [selected, open] = kept;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const places = [selected, open].map((id) => (id === undefined ? -1 : turns.findIndex((turn) => turn.id === id)));
      const shown = new Set([...defaultRangeExtractor(range), ...places.filter((place) => place >= 0)]);
      return [...shown].sort((a, b) => a - b);
    },
    [turns, selected, open],
  );
  return useVirtualizer({
    count: turns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const turn = turns[index];
      return turn === undefined ? 0 : estimateHeight(turn);
    },
    getItemKey: (index) => turns[index]?.id ?? index,
    gap: 10,
    overscan: turns.length <= mostDrawn ? mostDrawn : 4,
    paddingStart: 16,
    scrollPaddingStart: 16,
    scrollPaddingEnd: 16,
    rangeExtractor,
  });
}
