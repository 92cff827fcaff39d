import { raiseLastNumber } from '../sqlite/catalog.ts';
import type { Connection } from '../sqlite/connection.ts';

/** Columns with numbers of the store's sequence. */
const sequences = [
  ['items', 'sequence'],
  ['labels', 'sequence'],
  ['audit_events', 'sequence'],
  ['replies', 'sequence'],
  ['verdicts', 'sequence'],
  ['judgments', 'sequence'],
  ['gradings', 'start_sequence'],
  ['gradings', 'end_sequence'],
  ['runs', 'start_sequence'],
  ['runs', 'end_sequence'],
  ['conversations', 'end_sequence'],
] as const;

/** Columns with numbers of runs, including removed ones. Calibrations share these numbers. */
const runNumbers = [
  ['removals', 'run_no'],
  ['conversations', 'run_no'],
  ['abandoned_attempts', 'run_no'],
  ['messages', 'run_no'],
  ['message_uses', 'run_no'],
  ['turns', 'run_no'],
  ['replies', 'run_no'],
  ['verdicts', 'run_no'],
  ['gradings', 'run_no'],
  ['graded_conversations', 'run_no'],
  ['judgments', 'run_no'],
  ['calibrations', 'no'],
  ['calibration_samples', 'calibration_no'],
  ['calibration_results', 'calibration_no'],
] as const;

/** Nothing that is written later gets a number that is in use. */
export function raiseNumbers(connection: Connection): void {
  connection
    .prepareText(
      `insert into counters (name, value) values ('sequence', :value)
       on conflict (name) do update set value = max(value, excluded.value)`,
    )
    .run({ value: findHighest(connection, sequences) });
  raiseLastNumber(connection, 'runs', findHighest(connection, runNumbers));
}

function findHighest(connection: Connection, columns: readonly (readonly [table: string, column: string])[]): number {
  const highest = columns.map(([table, column]) => `select max(${column}) as no from ${table}`);
  const row = connection.prepareText(`select max(no) as no from (${highest.join(' union all ')})`).get();
  return Number(row?.no ?? 0);
}
