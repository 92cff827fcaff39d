import { flushSync } from 'react-dom';
import { useAction } from '../../app/keys/use-action.ts';
import type { ShownFilters } from './use-shown-filters.ts';

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
