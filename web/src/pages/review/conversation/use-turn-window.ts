import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';

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

const lineHeight = 23;
const letters = 78;
const mostLines = 300;

const known = new WeakMap<ShownTurn, number>();

/** About how high a turn will be: the nearer, the less the scroll bar moves when it is measured. Asked for very often. */
export function estimateHeight(turn: ShownTurn): number {
  const height = known.get(turn) ?? toHeight(turn);
  known.set(turn, height);
  return height;
}

function toHeight({ msg, refs, tags, answerKey, tool_calls }: ShownTurn): number {
  const lines = msg.slice(0, 20_000).split('\n');
  const textLines = lines.reduce((sum, line) => sum + Math.max(0.5, Math.ceil(line.length / letters)), 0);
  const calls = tool_calls?.length ?? 0;
  const rows = (refs !== undefined && refs.length > 0 ? 34 : 0) + (tags.length > 0 ? 30 : 0);
  return 56 + Math.min(textLines, mostLines) * lineHeight + rows + (answerKey === undefined ? 0 : 44) + calls * 90;
}
