import { useQueries } from '@tanstack/react-query';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { type ItemFilter, itemCountQuery } from '../../data/items.ts';
import { Button } from '../../parts/button/Button.tsx';
import { ButtonLink } from '../../parts/button/ButtonLink.tsx';
import { EmptyView } from '../../parts/page/EmptyView.tsx';
import { listActiveFilters, toFilterText } from './filters/active-filters.ts';
import type { ChangeFilter } from './use-explorer-view.ts';

export interface NoMatchesProps {
  readonly filter: ItemFilter;
  readonly onChange: ChangeFilter;
  readonly onClear: () => void;
}

/** At most this many filters are tried without. */
const most = 6;

/**
 * No item matches: offers to drop single filters, with the number of matches. Without filters, there are no items at
 * all.
 */
export function NoMatches({ filter, onChange, onClear }: NoMatchesProps) {
  const active = listActiveFilters(filter);
  const tried = active.slice(0, most);
  const counts = useQueries({ queries: tried.map(({ rest }) => itemCountQuery(rest)) });
  if (active.length === 0) {
    return (
      <EmptyView icon="upload" title="No conversations yet">
        <p>Import conversations from a file. They appear here, one per row.</p>
        <ButtonLink icon="upload" kind="main" to="/import">
          Import conversations
        </ButtonLink>
      </EmptyView>
    );
  }
  return (
    <EmptyView icon="filter" title="No conversations match these filters">
      {active.length > 1 && (
        <ul aria-label="Active filters" className="flex flex-col gap-1 self-stretch">
          {tried.map((one, at) => (
            <li key={one.id}>
              <button
                className="flex min-h-8 w-full items-center justify-between gap-4 rounded-md px-2 text-left text-sm hover:bg-hover"
                onClick={() => onChange(() => one.rest)}
                type="button"
              >
                <span className="min-w-0 truncate text-ink" dir="auto">
                  Without {one.label.toLowerCase()} {toFilterText(one)}
                </span>
                <span className="shrink-0 tabular-nums">{toItems(counts[at]?.data)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button icon="close" keys="Shift+C" onClick={onClear}>
        Clear all filters
      </Button>
    </EmptyView>
  );
}

function toItems(count: number | undefined): string {
  return count === undefined ? '…' : renderNumberOf(count, 'conversation');
}
