import type { ItemStatus } from '../../../src/conversation/item.ts';
import { joinClasses } from './join-classes.ts';

const looks: Readonly<Record<ItemStatus, { readonly text: string; readonly className: string }>> = {
  draft: { text: 'Draft', className: 'bg-shade text-quiet' },
  'in-review': { text: 'In review', className: 'bg-accent-soft text-accent' },
  'awaiting-adjudication': { text: 'To be decided', className: 'bg-warn-soft text-warn' },
  approved: { text: 'Approved', className: 'bg-pass-soft text-pass' },
  skipped: { text: 'Skipped', className: 'bg-warn-soft text-warn' },
  deleted: { text: 'Deleted', className: 'bg-fail-soft text-fail' },
};

/** Where an item stands in review. */
export function StatusMark({ status }: { readonly status: ItemStatus }) {
  const { text, className } = looks[status];
  return (
    <span className={joinClasses('inline-flex rounded-full px-2 py-0.5 font-medium text-xs', className)}>{text}</span>
  );
}
