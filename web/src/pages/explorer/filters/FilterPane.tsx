import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ItemStatus } from '../../../../../src/conversation/item/item.ts';
import type { ItemFilter } from '../../../data/items.ts';
import { meQuery, statsQuery } from '../../../data/workspace.ts';
import { toStatusText } from '../../../parts/item/StatusMark.tsx';
import { withoutBlank } from '../address/explorer-search.ts';
import type { ChangeFilter } from '../use-explorer-view.ts';
import { withToggled } from './active-filters.ts';
import { CountedCheckbox } from './CountedCheckbox.tsx';
import { DatasetFilter } from './DatasetFilter.tsx';
import { FilterField } from './FilterField.tsx';
import { TagFilter } from './TagFilter.tsx';
import { TurnTagFilter } from './TurnTagFilter.tsx';

export interface FilterPaneProps {
  readonly filter: ItemFilter;
  readonly onChange: ChangeFilter;
  /** The server's error for a filter. */
  readonly problemOf: (name: keyof ItemFilter) => string | undefined;
  readonly turnTagHints: readonly string[];
}

/** All filters except the text search, which is above the list. */
export function FilterPane({ filter, onChange, problemOf, turnTagHints }: FilterPaneProps) {
  const { data: me } = useQuery(meQuery());
  const setText = (name: 'itemId' | 'refUrl' | 'assignedTo', text: string) =>
    onChange((now) => withoutBlank({ ...now, [name]: text.trim() }), 'replace');
  return (
    <div className="flex flex-col gap-5 px-4 pt-3 pb-10">
      <FilterGroup problem={problemOf('status')} title="Status">
        <StatusFilter filter={filter} onChange={onChange} />
      </FilterGroup>
      <FilterGroup problem={problemOf('dataset')} title="Dataset">
        <DatasetFilter filter={filter} onChange={onChange} />
      </FilterGroup>
      <FilterGroup title="Assigned to">
        {me !== undefined && (
          <CountedCheckbox
            isChecked={filter.assignedTo === me.name}
            label={`Me (${me.name})`}
            onChange={(isChecked) => setText('assignedTo', isChecked ? me.name : '')}
          />
        )}
        <FilterField
          isLabelHidden
          label="Assigned to"
          onChange={(text) => setText('assignedTo', text)}
          placeholder="Other name"
          problem={problemOf('assignedTo')}
          value={filter.assignedTo ?? ''}
        />
      </FilterGroup>
      <FilterGroup problem={problemOf('tags') ?? problemOf('excludeTags')} title="Tags">
        <TagFilter filter={filter} onChange={onChange} />
      </FilterGroup>
      <FilterGroup title="Turn tags">
        <TurnTagFilter filter={filter} hints={turnTagHints} onChange={onChange} problem={problemOf('turnTags')} />
      </FilterGroup>
      <FilterGroup title="ID and references">
        <FilterField
          label="ID starts with"
          onChange={(text) => setText('itemId', text)}
          problem={problemOf('itemId')}
          value={filter.itemId ?? ''}
        />
        <FilterField
          label="Reference URL contains"
          onChange={(text) => setText('refUrl', text)}
          placeholder="example.com/returns"
          problem={problemOf('refUrl')}
          value={filter.refUrl ?? ''}
        />
      </FilterGroup>
    </div>
  );
}

interface FilterGroupProps {
  readonly title: string;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

function FilterGroup({ title, problem, children }: FilterGroupProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="pb-1 font-semibold text-sm">{title}</legend>
      {children}
      {problem !== undefined && (
        <p className="text-fail text-sm" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

interface StatusFilterProps {
  readonly filter: ItemFilter;
  readonly onChange: ChangeFilter;
}

/** A filter for one or more statuses. Statuses without items are hidden, unless chosen. */
function StatusFilter({ filter, onChange }: StatusFilterProps) {
  const { data } = useQuery(statsQuery());
  const chosen = filter.status ?? [];
  const shown = ItemStatus.options.filter(
    (status) => chosen.includes(status) || data === undefined || (data.items[status] ?? 0) > 0,
  );
  return shown.map((status) => (
    <CountedCheckbox
      count={data?.items[status]}
      isChecked={chosen.includes(status)}
      key={status}
      label={toStatusText(status)}
      onChange={() => onChange((now) => withToggled(now, 'status', status))}
    />
  ));
}
