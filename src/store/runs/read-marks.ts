import type { Kysely } from 'kysely';
import { listGradedStatuses } from '../gradings/graded-conversations.ts';
import type { ConversationMark, GradingChoice } from '../port.ts';
import type { Connection } from '../sqlite/connection.ts';
import type { Database } from '../tables/database.ts';
import { toMark } from './conversations.ts';
import { type GradingLayer, readLayers } from './effective-verdicts.ts';
import type { RunStatements } from './run-statements.ts';
import { findRunNumber } from './runs.ts';

const marksAtOnce = 2000;

export interface MarkSource {
  readonly connection: Connection;
  readonly db: Kysely<Database>;
  readonly statement: RunStatements['listMarks'];
}

export async function* readMarks(
  { connection, db, statement }: MarkSource,
  id: string,
  { after = 0, grading = 0 }: { readonly after?: number } & GradingChoice,
): AsyncGenerator<ConversationMark> {
  const run = await findRunNumber(db, id);
  if (run === undefined) return;
  const layers = await readLayers(db, { run, id, grading });
  let last: number | undefined = after;
  while (last !== undefined) {
    const page = { run_no: run, after: last, limit: marksAtOnce };
    const marks: readonly ConversationMark[] = (await connection.retry(() => statement.all(page))).map(toMark);
    const shown = layers.length === 1 ? marks : await withGradedStatus(db, marks, { run, layers });
    for (const mark of shown) yield mark;
    last = marks.at(-1)?.number;
  }
}

/** A conversation that was continued after it was graded is unfinished. */
async function withGradedStatus(
  db: Kysely<Database>,
  marks: readonly ConversationMark[],
  { run, layers }: { readonly run: number; readonly layers: readonly GradingLayer[] },
): Promise<readonly ConversationMark[]> {
  const [first, last] = [marks[0]?.number ?? 0, marks.at(-1)?.number ?? 0];
  const rows = Map.groupBy(await listGradedStatuses(db, { run, first, last }), (row) => row.conversation_no);
  return marks.map((mark) => {
    const graded = new Map(rows.get(mark.number)?.map(({ grading, status }) => [grading, status]));
    const status = layers.map(({ grading }) => graded.get(grading)).find((found) => found !== undefined);
    return mark.status === undefined || status === undefined ? mark : { ...mark, status };
  });
}
