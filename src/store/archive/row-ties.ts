import { quoteValue } from '../../base/explain-issue.ts';
import type { Connection } from '../sqlite/connection.ts';
import { refuseBackup } from './archive-fault.ts';

interface Tie {
  /** The message about a row that breaks it. */
  readonly broken: string;
  /** Selects rows that break it, as `name`. */
  readonly sql: string;
}

/** Rules between the rows of different tables. Later writes would fail on a row that breaks one. */
const ties: readonly Tie[] = [
  {
    broken: 'An item has no dataset, or differs from its last revision',
    sql: `select items.id as name from items
      left join datasets on datasets.no = items.dataset_no
      left join revisions on revisions.item_no = items.no and revisions.revision = items.revision
      where datasets.no is null or revisions.item_no is null
        or revisions.body_no <> items.body_no or revisions.status <> items.status`,
  },
  {
    broken: 'A revision has no content, or does not belong to item number',
    sql: `select revisions.item_no as name from revisions
      left join items on items.no = revisions.item_no
      left join bodies on bodies.no = revisions.body_no
      where items.no is null or bodies.no is null
        or revisions.revision > items.revision or revisions.version > items.version`,
  },
  {
    broken: 'A skip refers to a missing item number',
    sql: `select skips.item_no as name from skips
      left join items on items.no = skips.item_no where items.no is null`,
  },
  {
    broken: 'A snapshot contains a revision that the item never had',
    sql: `select snapshot_items.id as name from snapshot_items
      left join snapshots on snapshots.no = snapshot_items.snapshot_no
      left join items on items.no = snapshot_items.item_no and items.id = snapshot_items.id
      left join datasets on datasets.no = items.dataset_no and datasets.name = snapshot_items.dataset
      left join revisions on revisions.item_no = items.no and revisions.revision = snapshot_items.revision
      where snapshots.no is null or datasets.no is null or revisions.item_no is null`,
  },
  {
    broken: 'A run is marked as removed but still present',
    sql: 'select runs.id as name from runs inner join removals on removals.run_no = runs.no',
  },
  {
    broken: 'An attempt does not belong to any conversation, or its records belong to another one, in run number',
    // Removing a run deletes its conversations first.
    sql: `select attempts.run_no as name from abandoned_attempts as attempts
      left join conversations as own on own.run_no = attempts.run_no and own.no = attempts.conversation_no
      left join conversations as other on other.run_no = attempts.run_no and other.no = attempts.no
      where (own.no is null or other.no is not null) and attempts.run_no not in (select run_no from removals)`,
  },
  {
    broken: 'A grading refers to a missing run number',
    sql: `select gradings.run_no as name from gradings
      left join runs on runs.no = gradings.run_no where runs.no is null`,
  },
  ...['graded_conversations', 'verdicts', 'judgments'].map((table) => ({
    broken: 'A verdict refers to a missing grading, in run number',
    // Removing a run deletes its gradings first.
    sql: `select graded.run_no as name from ${table} as graded
      left join gradings on gradings.run_no = graded.run_no and gradings.number = graded.grading
      where graded.grading > 0 and gradings.run_no is null
        and graded.run_no not in (select run_no from removals)`,
  })),
  {
    broken: 'A calibration has the number of a run, or is marked as removed but still present',
    sql: `select id as name from calibrations
      where no in (select no from runs) or no in (select run_no from removals)`,
  },
  {
    broken: 'A sample refers to a missing calibration number',
    sql: `select samples.calibration_no as name from calibration_samples as samples
      left join calibrations on calibrations.no = samples.calibration_no
      where calibrations.no is null and samples.calibration_no not in (select run_no from removals)`,
  },
  {
    broken: "A result belongs to another judge's sample, in calibration number",
    sql: `select results.calibration_no as name from calibration_results as results
      left join calibration_samples as samples
        on samples.calibration_no = results.calibration_no and samples.position = results.position
      where samples.judge is null or samples.judge <> results.judge`,
  },
];

/** Throws a Fault `BACKUP_UNREADABLE` unless the rows that point at each other fit together. */
export function assertTied(connection: Connection): void {
  for (const { broken, sql } of ties) {
    const row = connection.guard(() => connection.prepareText(`${sql} limit 1`).get());
    if (row !== undefined) throw refuseBackup(`The backup is inconsistent. ${broken}: ${quoteValue(row.name)}.`);
  }
}
