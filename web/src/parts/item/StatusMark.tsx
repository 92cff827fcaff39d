import type { ItemStatus } from '../../../../src/conversation/item/item.ts';
import { joinClasses } from '../join-classes.ts';

const looks: Readonly<Record<ItemStatus, { readonly text: string; readonly className: string }>> = {
  draft: { text: 'Draft', className: 'text-quiet' },
  'in-review': { text: 'In review', className: 'text-accent' },
  'awaiting-adjudication': { text: 'Needs adjudication', className: 'text-warn' },
  approved: { text: 'Approved', className: 'text-pass' },
  skipped: { text: 'Skipped', className: 'text-warn' },
  deleted: { text: 'Deleted', className: 'text-fail' },
};

/** The status of an item. An open one has a ring, a decided one a full dot. */
export function StatusMark({ status }: { readonly status: ItemStatus }) {
  const { text, className } = looks[status];
  return (
    <span className={joinClasses('inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-xs', className)}>
      <span
        aria-hidden="true"
        className={joinClasses(
          'size-2 shrink-0 rounded-full border-[1.5px] border-current',
          ['approved', 'skipped', 'deleted'].includes(status) && 'bg-current',
        )}
      />
      {text}
    </span>
  );
}

/** The status as text, where there is no room for its mark. */
export function toStatusText(status: ItemStatus): string {
  return looks[status].text;
}
