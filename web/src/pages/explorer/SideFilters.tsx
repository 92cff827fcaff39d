import { Drawer } from '../../parts/Drawer.tsx';
import { FilterPane, type FilterPaneProps } from './filters/FilterPane.tsx';
import { filterIds } from './use-filter-key.ts';
import type { ShownFilters } from './use-shown-filters.ts';

export interface SideFiltersProps extends FilterPaneProps {
  readonly shown: ShownFilters;
}

/** The filters beside the list, or over it where there is no room. */
export function SideFilters({ shown, ...pane }: SideFiltersProps) {
  if (!shown.isWide) {
    return (
      <Drawer isOpen={shown.isOpen} onClose={shown.toggle} side="left" title="Filters">
        <FilterPane {...pane} />
      </Drawer>
    );
  }
  if (!shown.isOpen) return null;
  return (
    <aside aria-label="Filters" className="w-60 shrink-0 overflow-y-auto border-line border-r" id={filterIds.pane}>
      <FilterPane {...pane} />
    </aside>
  );
}
