import { ItemStatus } from '../../../../../src/conversation/item/item.ts';
import type { ItemFilter } from '../../../data/items.ts';
import { toStatusText } from '../../../parts/item/StatusMark.tsx';
import { withoutBlank } from '../address/explorer-search.ts';

/** One filter value, as shown above the list. */
export interface ActiveFilter {
  /** Unique within the list. */
  readonly id: string;
  /** The API parameter. */
  readonly name: keyof ItemFilter;
  /** "Status", "Without". */
  readonly label: string;
  readonly value: string;
  /** The filter without this value. */
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

// The record has every key, so the cast is safe.
const names = Object.keys(labels) as readonly (keyof ItemFilter)[];

/** The active filter values, one by one. */
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

/** A filter value as text. */
export function toFilterText({ name, value }: Pick<ActiveFilter, 'name' | 'value'>): string {
  const status = name === 'status' ? ItemStatus.options.find((option) => option === value) : undefined;
  return status === undefined ? value : toStatusText(status);
}

/** Adds a value to a list, or removes it if the list contains it. */
export function withToggled<Name extends 'status' | 'dataset' | 'turnTags'>(
  filter: ItemFilter,
  name: Name,
  value: NonNullable<ItemFilter[Name]>[number],
): ItemFilter {
  const values: readonly string[] = filter[name] ?? [];
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  return withoutBlank({ ...filter, [name]: next });
}
