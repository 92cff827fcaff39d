import { useQuery } from '@tanstack/react-query';
import { ItemStatus } from '../../../../../src/conversation/item/item.ts';
import type { ItemFilter } from '../../../data/items.ts';
import { statsQuery } from '../../../data/workspace.ts';
import { toStatusText } from '../../../parts/StatusMark.tsx';
import type { ChangeFilter } from '../use-explorer-view.ts';
import { withToggled } from './active-filters.ts';
import { CountedCheckbox } from './CountedCheckbox.tsx';

interface StatusFilterProps {
  readonly filter: ItemFilter;
  readonly onChange: ChangeFilter;
}

/** Any of several statuses. Those that no item has are left out, unless they are chosen. */
export function StatusFilter({ filter, onChange }: StatusFilterProps) {
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
