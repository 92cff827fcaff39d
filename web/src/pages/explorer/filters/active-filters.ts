import { ItemStatus } from '../../../../../src/conversation/item/item.ts';
import type { ItemFilter } from '../../../data/items.ts';
import { toStatusText } from '../../../parts/item/StatusMark.tsx';
import { withoutBlank } from '../address/explorer-search.ts';

/** One thing that items have to fit, as it is shown above the list. */
export interface ActiveFilter {
  /** Unique among them. */
  readonly id: string;
  /** The parameter of the API. */
  readonly name: keyof ItemFilter;
  /** "Status", "Without". */
  readonly label: string;
  readonly value: string;
  /** The filter when it is taken away. */
  readonly rest: ItemFilter;
}

const labels: Readonly<Record<keyof ItemFilter, string>> = {
  keyword: 'Text',
  status: 'Status',
  dataset: 'Dataset',
  tags: 'With',
  excludeTags: 'Without',
  turnTags: 'Turn tag',
  itemId: 'ID starts with',
  refUrl: 'Reference',
  assignedTo: 'Assigned to',
};

// The keys of a record of all of them.
const names = Object.keys(labels) as readonly (keyof ItemFilter)[];

/** What keeps items out of the list, one by one. */
export function listActiveFilters(filter: ItemFilter): readonly ActiveFilter[] {
  return names.flatMap((name) => {
    const value = filter[name] ?? [];
    const values: readonly string[] = typeof value === 'string' ? [value] : value;
    return values.map((one) => ({
      id: `${name} ${one}`,
      name,
      label: labels[name],
      value: one,
      rest: withoutBlank({ ...filter, [name]: values.filter((other) => other !== one) }),
    }));
  });
}

/** Its value as it is written for people. */
export function toFilterText({ name, value }: Pick<ActiveFilter, 'name' | 'value'>): string {
  const status = name === 'status' ? ItemStatus.options.find((option) => option === value) : undefined;
  return status === undefined ? value : toStatusText(status);
}

/** The filter with a value of a list added, or taken away when it was there. */
export function withToggled<Name extends 'status' | 'dataset' | 'turnTags'>(
  filter: ItemFilter,
  name: Name,
  value: NonNullable<ItemFilter[Name]>[number],
): ItemFilter {
  const values: readonly string[] = filter[name] ?? [];
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return withoutBlank({ ...filter, [name]: next });
}
