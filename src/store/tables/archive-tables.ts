import type { Database } from './database.ts';

/** What a backup does without: replies that can be asked for again, and the steps that made the tables. */
type LeftOut = 'cache' | 'migrations';

/** Every table of a backup; a row stands behind those it points at. */
const places: Readonly<Record<Exclude<keyof Database, LeftOut>, number>> = {
  counters: 0,
  runs: 1,
  removals: 2,
  conversations: 3,
  messages: 4,
  message_uses: 5,
  turns: 6,
  replies: 7,
  verdicts: 8,
  datasets: 9,
  dataset_counts: 10,
  bodies: 11,
  items: 12,
  revisions: 13,
  item_tags: 14,
  tags: 15,
  questions: 16,
  skips: 17,
  labels: 18,
  raters: 19,
  settings: 20,
  snapshots: 21,
  snapshot_items: 22,
  audit_events: 23,
  once_keys: 24,
};

/** In the order of their places. A table that is added and has no place here does not compile. */
export const archiveTables: readonly string[] = Object.entries(places)
  .sort(([, one], [, other]) => one - other)
  .map(([table]) => table);

/** Follow from other tables. They stand in a backup, and are made anew when it is restored. */
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
