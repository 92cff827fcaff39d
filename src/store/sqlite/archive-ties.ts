import { quoteValue } from '../../base/explain-issue.ts';
import { refuseBackup } from './archive-fault.ts';
import type { Connection } from './connection.ts';

interface Tie {
  /** What is said of the row that has it not. */
  readonly broken: string;
  /** Selects, as `name`, rows that have it not. */
  readonly sql: string;
}

/** What holds between the rows of different tables. What is written later would trip over a row that breaks it. */
const ties: readonly Tie[] = [
  {
    broken: 'The item belongs to no dataset, or is not what its last revision is',
    sql: `select items.id as name from items
      left join datasets on datasets.no = items.dataset_no
      left join revisions on revisions.item_no = items.no and revisions.revision = items.revision
      where datasets.no is null or revisions.item_no is null
        or revisions.body_no <> items.body_no or revisions.status <> items.status`,
  },
  {
    broken: 'A revision has no content, or does not belong to the item of that number',
    sql: `select revisions.item_no as name from revisions
      left join items on items.no = revisions.item_no
      left join bodies on bodies.no = revisions.body_no
      where items.no is null or bodies.no is null
        or revisions.revision > items.revision or revisions.version > items.version`,
  },
  {
    broken: 'Somebody skipped an item that is not there, of the number',
    sql: `select skips.item_no as name from skips
      left join items on items.no = skips.item_no where items.no is null`,
  },
  {
    broken: 'A snapshot holds what the item never was',
    sql: `select snapshot_items.id as name from snapshot_items
      left join snapshots on snapshots.no = snapshot_items.snapshot_no
      left join items on items.no = snapshot_items.item_no and items.id = snapshot_items.id
      left join datasets on datasets.no = items.dataset_no and datasets.name = snapshot_items.dataset
      left join revisions on revisions.item_no = items.no and revisions.revision = snapshot_items.revision
      where snapshots.no is null or datasets.no is null or revisions.item_no is null`,
  },
  {
    broken: 'A run is there and removed at once',
    sql: 'select runs.id as name from runs inner join removals on removals.run_no = runs.no',
  },
];

/** Throws a Fault `BACKUP_UNREADABLE` unless the rows that point at each other fit together. */
export function assertTied(connection: Connection): void {
  for (const { broken, sql } of ties) {
    const row = connection.guard(() => connection.prepare(`${sql} limit 1`).get());
    if (row !== undefined)
      throw refuseBackup(`The rows of the backup do not fit together. ${broken}: ${quoteValue(row.name)}.`);
  }
}
