import { useState } from 'react';
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
