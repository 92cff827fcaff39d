import { type ReactNode, useRef } from 'react';
import type { ItemFilter } from '../../../data/items.ts';
import { Icon } from '../../../parts/Icon.tsx';
import type { ChangeFilter } from '../use-explorer-view.ts';
import { type ActiveFilter, listActiveFilters, toFilterText } from './active-filters.ts';

export interface ActiveFiltersProps {
  readonly filter: ItemFilter;
  readonly onChange: ChangeFilter;
  /** The number of matching items, as text. */
  readonly count: string;
  /** Removes all filters and moves the focus elsewhere. */
  readonly onClear: () => void;
  /** Shown on the right. */
  readonly children: ReactNode;
}

/** The active filters, each with a button that removes it. The focus stays among them. */
export function ActiveFilters({ filter, onChange, count, onClear, children }: ActiveFiltersProps) {
  const list = useRef<HTMLUListElement>(null);
  const active = listActiveFilters(filter);
  const remove = (at: number, rest: ItemFilter) => {
    if (active.length === 1) return onClear();
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[at + 1] ?? buttons[at - 1])?.focus();
    onChange(() => rest);
  };
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 pb-2">
      <p aria-live="polite" className="min-w-16 text-quiet text-sm tabular-nums">
        {count}
      </p>
      {active.length > 0 && (
        <ul aria-label="Active filters" className="flex min-w-0 flex-wrap items-center gap-1.5" ref={list}>
          {active.map((one, at) => (
            <li className="max-w-full" key={one.id}>
              <FilterChip filter={one} onRemove={() => remove(at, one.rest)} />
            </li>
          ))}
          <li>
            <button
              className="min-h-7 rounded-full px-2 text-accent text-sm hover:bg-hover"
              onClick={onClear}
              type="button"
            >
              Clear all
            </button>
          </li>
        </ul>
      )}
      {children}
    </div>
  );
}

interface FilterChipProps {
  readonly filter: ActiveFilter;
  readonly onRemove: () => void;
}

function FilterChip({ filter, onRemove }: FilterChipProps) {
  return (
    <button
      className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-full bg-accent-soft px-2.5 text-sm hover:bg-hover"
      onClick={onRemove}
      type="button"
    >
      <span className="sr-only">Remove filter: </span>
      <span className="shrink-0 text-quiet">{filter.label}</span>{' '}
      <span className="max-w-56 truncate" dir="auto">
        {toFilterText(filter)}
      </span>
      <Icon name="close" size={11} />
    </button>
  );
}
