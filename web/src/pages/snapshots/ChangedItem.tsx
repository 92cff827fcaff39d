import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { renderNumberOf } from '../../../../src/base/number-of.ts';
import { type ItemKey, toKeyText } from '../../data/item-key.ts';
import type { SnapshotDiff } from '../../data/snapshots.ts';
import { Button } from '../../parts/button/Button.tsx';
import { toFieldLabel } from '../../parts/diff/facts.ts';
import { ItemDiffView } from '../../parts/diff/ItemDiffView.tsx';
import type { DiffLayout } from '../../parts/diff/LayoutToggle.tsx';
import { Icon } from '../../parts/Icon.tsx';

export interface ChangedItemProps {
  readonly item: SnapshotDiff['changed'][number];
  readonly layout: DiffLayout;
}

/** An item that differs between two snapshots. Expanding it shows the turns. */
export function ChangedItem({ item, layout }: ChangedItemProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="border-line border-b">
      <button
        aria-expanded={isOpen}
        className="flex w-full items-baseline gap-3 rounded py-2.5 text-start -outline-offset-2 hover:bg-hover"
        onClick={() => setOpen(!isOpen)}
        type="button"
      >
        <span className={isOpen ? 'rotate-90 text-quiet' : 'text-quiet'}>
          <Icon name="chevron" size={12} />
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
          <span className="text-quiet">{item.dataset} / </span>
          {item.id}
        </span>
        <span className="ms-auto shrink-0 pe-2 text-quiet text-sm">{toChangeWords(item.diff)}</span>
      </button>
      {isOpen && (
        <div className="flex flex-col gap-4 ps-6 pt-2 pb-8">
          <ItemDiffView diff={item.diff} layout={layout} />
        </div>
      )}
    </li>
  );
}

function toChangeWords({ fields, turns }: ChangedItemProps['item']['diff']): string {
  const count = turns.filter(({ kind }) => kind !== 'same').length;
  const words = fields.map(({ path }) => toFieldLabel(path).toLowerCase());
  return [...(count === 0 ? [] : [renderNumberOf(count, 'turn')]), ...words].join(', ');
}

const step = 50;

/** The items in only one of the snapshots. Renders nothing if there are none. */
export function ItemLinks({ title, items }: { readonly title: string; readonly items: readonly ItemKey[] }) {
  const [most, setMost] = useState(step);
  if (items.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-lg">{title}</h2>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {items.slice(0, most).map((key) => (
          <li className="min-w-0" key={toKeyText(key)}>
            <Link
              className="block truncate rounded py-1 hover:underline"
              dir="auto"
              params={{ dataset: key.dataset, id: key.id }}
              to="/items/$dataset/$id/history"
            >
              <span className="text-quiet">{key.dataset} / </span>
              {key.id}
            </Link>
          </li>
        ))}
      </ul>
      {items.length > most && (
        <div>
          <Button onClick={() => setMost(most + step)}>Show more of {items.length.toLocaleString('en')}</Button>
        </div>
      )}
    </section>
  );
}
