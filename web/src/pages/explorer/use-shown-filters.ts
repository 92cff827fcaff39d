import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useAction } from '../../app/keys/use-action.ts';
import { useMedia } from './use-media.ts';

const name = 'turnwise.explorer.filters';

export interface ShownFilters {
  /** There is room for the filters next to the list. */
  readonly isWide: boolean;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Whether the filters are shown: next to the list as stored in this browser, over it only on request. */
export function useShownFilters(): ShownFilters {
  const isWide = useMedia('(width >= 64rem)');
  const [isBeside, setBeside] = useState(() => localStorage.getItem(name) !== 'hidden');
  const [isOver, setOver] = useState(false);
  return {
    isWide,
    isOpen: isWide ? isBeside : isOver,
    toggle: () => {
      if (!isWide) return setOver(!isOver);
      localStorage.setItem(name, isBeside ? 'hidden' : 'shown');
      setBeside(!isBeside);
    },
  };
}

/** Element IDs of the filter pane and of the button that shows it. */
export const filterIds = { pane: 'explorer-filters', button: 'explorer-filters-button' } as const;

/** A key that moves the focus to the first filter. Pressed again, it hides the filters. */
export function useFilterKey({ isWide, isOpen, toggle }: ShownFilters): void {
  useAction('explorer.filters', () => {
    const isThere = document.getElementById(filterIds.pane)?.contains(document.activeElement) === true;
    // The drawer takes the focus by itself.
    if (!isWide) return toggle();
    if (!isOpen || isThere) flushSync(toggle);
    const pane = document.getElementById(filterIds.pane);
    const place = pane?.querySelector<HTMLElement>('input') ?? document.getElementById(filterIds.button);
    place?.focus();
  });
}
