import { useRef } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import type { ItemOrder } from '../../data/items.ts';
import { Select } from '../../parts/Select.tsx';
import { findOrder, orderChoices, toOrderValue } from './table/order-choices.ts';

export interface SortChoiceProps {
  readonly order: ItemOrder;
  readonly onChange: (order: ItemOrder) => void;
}

/** The order of the list, also where it has no heads of columns to press. */
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
