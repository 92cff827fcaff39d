import { useRef } from 'react';
import { useAction } from '../../../app/keys/use-action.ts';
import type { ItemOrder } from '../../../data/items.ts';
import { Select } from '../../../parts/fields/Select.tsx';

export interface SortChoiceProps {
  readonly order: ItemOrder;
  readonly onChange: (order: ItemOrder) => void;
}

/** The order of the list. Also available where there are no column headers to click. */
export function SortChoice({ order, onChange }: SortChoiceProps) {
  const place = useRef<HTMLDivElement>(null);
  useAction('explorer.sort', () => place.current?.querySelector('button')?.focus());
  return (
    <div className="ml-auto flex items-center gap-2" ref={place}>
      <span aria-hidden="true" className="text-quiet text-sm">
        Sort by
      </span>
      <Select
        choices={orderChoices}
        isLabelHidden
        label="Sort by"
        onChange={(value) => onChange(findOrder(value) ?? {})}
        value={toOrderValue(order)}
      />
    </div>
  );
}

interface OrderChoice {
  readonly value: string;
  readonly label: string;
  /** As written in the address, without default values. */
  readonly order: ItemOrder;
}

/** Every order that the server supports. The column need not be visible. */
export const orderChoices: readonly OrderChoice[] = [
  { value: 'updatedAt desc', label: 'Recently updated', order: {} },
  { value: 'updatedAt asc', label: 'Least recently updated', order: { sortOrder: 'asc' } },
  { value: 'reviewedAt desc', label: 'Recently reviewed', order: { sortBy: 'reviewedAt' } },
  { value: 'reviewedAt asc', label: 'Least recently reviewed', order: { sortBy: 'reviewedAt', sortOrder: 'asc' } },
  { value: 'id asc', label: 'ID, A to Z', order: { sortBy: 'id' } },
  { value: 'id desc', label: 'ID, Z to A', order: { sortBy: 'id', sortOrder: 'desc' } },
  { value: 'totalReferences desc', label: 'Most references', order: { sortBy: 'totalReferences' } },
  {
    value: 'totalReferences asc',
    label: 'Fewest references',
    order: { sortBy: 'totalReferences', sortOrder: 'asc' },
  },
  { value: 'tagCount desc', label: 'Most tags', order: { sortBy: 'tagCount' } },
  { value: 'tagCount asc', label: 'Fewest tags', order: { sortBy: 'tagCount', sortOrder: 'asc' } },
];

/** The choice that matches an order. */
export function toOrderValue({
  sortBy = 'updatedAt',
  sortOrder = sortBy === 'id' ? 'asc' : 'desc',
}: ItemOrder): string {
  return `${sortBy} ${sortOrder}`;
}

export function findOrder(value: string): ItemOrder | undefined {
  return orderChoices.find((choice) => choice.value === value)?.order;
}
