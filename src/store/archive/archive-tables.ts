import type { Database } from '../tables/database.ts';

/** Not in a backup: replies that a model can give again, and the applied migrations. */
type LeftOut = 'cache' | 'migrations';

/** Every table of a backup. A table comes after those that its rows refer to. */
const places: Readonly<Record<Exclude<keyof Database, LeftOut>, number>> = {
  counters: 0,
  runs: 1,
  removals: 2,
  conversations: 3,
  messages: 4,
  message_uses: 5,
  turns: 6,
  replies: 7,
  gradings: 8,
  graded_conversations: 9,
  verdicts: 10,
  judgments: 11,
  datasets: 12,
  dataset_counts: 13,
  bodies: 14,
  items: 15,
  revisions: 16,
  item_tags: 17,
  tags: 18,
  questions: 19,
  skips: 20,
  labels: 21,
  raters: 22,
  settings: 23,
  snapshots: 24,
  snapshot_items: 25,
  audit_events: 26,
  once_keys: 27,
  calibrations: 28,
  calibration_samples: 29,
  calibration_results: 30,
  test_set_uses: 31,
  abandoned_attempts: 32,
  label_requests: 33,
  label_picks: 34,
};

/** In the order of their places. A table that is added and has no place here does not compile. */
export const archiveTables: readonly string[] = Object.entries(places)
  .sort(([, one], [, other]) => one - other)
  .map(([table]) => table);

/** Tables of earlier versions. A backup may have their rows, which no longer mean anything. */
export const retiredTables: ReadonlySet<string> = new Set(['looks']);

/** Follow from other tables. A backup contains them, and restoring it rebuilds them. */
export const rebuiltTables: ReadonlySet<string> = new Set<keyof Database>([
  'dataset_counts',
  'item_tags',
  'questions',
  'raters',
]);

/** Has its rows from the beginning; a backup brings its own. */
export const presetTable = 'counters';

/** Not a table: the last number given in each table whose numbers never come again. Columns: `table`, `last`. */
export const lastNumbers = 'last_numbers';
