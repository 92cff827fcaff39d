import { Kysely } from 'kysely';
import { systemClock as clock } from '../../src/base/clock.ts';
import { migrate } from '../../src/store/migrations/migrate.ts';
import { migrations } from '../../src/store/migrations/migrations.ts';
import { Connection } from '../../src/store/sqlite/connection.ts';
import { createDialect, createWritingDriver, engine } from '../../src/store/sqlite/dialect.ts';
import { setUp } from '../../src/store/sqlite/set-up.ts';
import type { Database } from '../../src/store/tables/database.ts';

type Row = Readonly<Record<string, string | number | null>>;
export type Insert = (table: string, row: Row) => void;

/** A database of an earlier version, by default the one before the final names, with the rows that `fill` puts in. */
export async function makeOldDatabase(file: string, fill: (insert: Insert) => void, version = 7): Promise<void> {
  const connection = new Connection(file, clock);
  const db = new Kysely<Database>({ dialect: createDialect(createWritingDriver(connection)) });
  await setUp(connection);
  await migrate(db, { engine, migrations: migrations.slice(0, version), clock, file });
  connection.exec('begin');
  fill((table, row) => {
    const columns = Object.keys(row);
    const sql = `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`;
    connection.prepareText(sql).run(...Object.values(row));
  });
  connection.exec('commit');
  connection.close();
}

export const oldRunSpec = {
  files: [{ path: 'a.eval.yaml', hash: 'h', dataset: 'shop' }],
  attachments: [],
  targets: [],
  options: { repeat: 1 },
  conversations: 1,
};

interface OldRun {
  readonly no?: number;
  readonly spec?: object;
  readonly columns?: Row;
}

/** A run that has ended, and the first of its conversations. */
export function insertOldRun(insert: Insert, { no = 1, spec = oldRunSpec, columns = {} }: OldRun = {}): void {
  const run = { no, id: `run-${no}`, state: 'ended', started_at: '', start_sequence: 1, end_sequence: 9 };
  insert('runs', { ...run, spec: JSON.stringify(spec), ...columns });
  const name = { case_id: 'case-1', dataset: 'shop', target: 'bot', send: 'question', play: 'reply', repeat: 0 };
  insert('conversations', { run_no: no, no: 1, file: 0, position: 0, ...name, tags: '[]', status: 'pass' });
}

export interface OldVerdict {
  readonly run?: number;
  readonly conversation?: number;
  readonly turn?: number;
  readonly grader: string;
  readonly grading?: number;
  readonly sequence?: number;
  readonly details?: object;
}

export function insertOldVerdict(insert: Insert, verdict: OldVerdict): void {
  const { run = 1, conversation = 1, turn = 1, grader, grading = 0, sequence = 2, details = {} } = verdict;
  const place = { run_no: run, conversation_no: conversation, turn_index: turn, grader, grading, sequence };
  insert('verdicts', { ...place, score: 1, unit: 1, pass: 1, details: JSON.stringify({ reason: '', ...details }) });
}
