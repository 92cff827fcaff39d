import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useAction } from '../../app/keys/use-action.ts';
import { useMedia } from './use-media.ts';

const name = 'turnwise.explorer.filters';

export interface ShownFilters {
  /** There is room for them beside the list. */
  readonly isWide: boolean;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Whether the filters are in sight: beside the list as this browser remembers, over it only when asked for. */
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

/** The filters beside the list, and the button that shows them. */
export const filterIds = { pane: 'explorer-filters', button: 'explorer-filters-button' } as const;

/** One key leads to the first filter; pressed there, it hides them again. */
export function useFilterKey({ isWide, isOpen, toggle }: ShownFilters): void {
  useAction('explorer.filters', () => {
    const isThere = document.getElementById(filterIds.pane)?.contains(document.activeElement) === true;
    // Over the list they take the focus themselves.
    if (!isWide) return toggle();
    if (!isOpen || isThere) flushSync(toggle);
    const pane = document.getElementById(filterIds.pane);
    const place = pane?.querySelector<HTMLElement>('input') ?? document.getElementById(filterIds.button);
    place?.focus();
  });
}
