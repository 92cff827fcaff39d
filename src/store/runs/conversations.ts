import { type Kysely, type Selectable, sql } from 'kysely';
import type { ConversationEnd, ConversationMark, ConversationStart } from '../port.ts';
import type { ConversationTable, Database, TurnTable } from '../tables/database.ts';
import { damagedFault, parseColumn, parseObject } from '../tables/json-column.ts';
import type { ConversationRange } from './messages.ts';

export type ConversationRow = Selectable<ConversationTable>;

/** Parameters in the order of `toConversationValues`. */
export function insertConversationQuery(db: Kysely<Database>) {
  return db.insertInto('conversations').values({
    run_no: 0,
    no: 0,
    file: 0,
    position: 0,
    case_id: '',
    dataset: '',
    target: '',
    send: 'question',
    play: 'reply',
    repeat: 0,
    tags: '',
    conversation_id: '',
  });
}

export function toConversationValues(
  run: number,
  number: number,
  start: ConversationStart,
): readonly (number | string | null)[] {
  const { file, position, id, eval: evalName, target, send, play, repeat, tags, conversationId = null } = start;
  return [run, number, file, position, id, evalName, target, send, play, repeat, JSON.stringify(tags), conversationId];
}

/** Parameters: status, ending, end_sequence, run, number. Changes nothing when the conversation has ended already. */
export function endConversationQuery(db: Kysely<Database>) {
  return db
    .updateTable('conversations')
    .set({ status: 'pass', ending: '', end_sequence: 0 })
    .where('run_no', '=', 0)
    .where('no', '=', 0)
    .where('status', 'is', null);
}

export function toEndingColumn({ status: _, ...ending }: ConversationEnd): string | null {
  const text = JSON.stringify(ending);
  return text === '{}' ? null : text;
}

/** Parameters: run, number. */
export function findStatusQuery(db: Kysely<Database>) {
  return db.selectFrom('conversations').select('status').where('run_no', '=', 0).where('no', '=', 0);
}

/** Parameters: run, number. */
export function reopenConversationQuery(db: Kysely<Database>) {
  return db
    .updateTable('conversations')
    .set({ status: sql`null`, ending: sql`null`, end_sequence: sql`null` })
    .where('run_no', '=', 0)
    .where('no', '=', 0);
}

/** The highest number in use, of a conversation or an abandoned attempt; 0 when there is none. */
export async function readLastNumber(db: Kysely<Database>, run: number): Promise<number> {
  let highest = 0;
  for (const table of ['conversations', 'abandoned_attempts'] as const) {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.max('no').as('no'))
      .where('run_no', '=', run)
      .executeTakeFirst();
    highest = Math.max(highest, row?.no ?? 0);
  }
  return highest;
}

/** Parameters: run, number after which they begin, how many. Columns in the order of `MarkValues`. */
export function listMarksQuery(db: Kysely<Database>) {
  return db
    .selectFrom('conversations')
    .select(['no', 'case_id', 'file', 'position', 'target', 'send', 'play', 'repeat', 'status'])
    .where('run_no', '=', 0)
    .where('no', '>', 0)
    .orderBy('no')
    .limit(1);
}

type Row = ConversationRow;
export type MarkValues = readonly [
  ...[no: number, caseId: string, file: number, position: number, target: string],
  ...[send: Row['send'], play: Row['play'], repeat: number, status: Row['status']],
];

export function toMark([number, id, file, position, target, send, play, repeat, status]: MarkValues): ConversationMark {
  const mark = { number, id, file, position, target, send, play, repeat };
  return status === null ? mark : { ...mark, status };
}

/** A conversation without its records, and how much text they are. */
export interface ConversationHead extends ConversationRow {
  readonly bytes: number;
}

export async function listHeads(
  db: Kysely<Database>,
  options: {
    readonly run: number;
    readonly after: number;
    readonly caseId?: string;
    readonly limit: number;
  },
): Promise<readonly ConversationHead[]> {
  const { run, after, caseId, limit } = options;
  let query = db
    .selectFrom('conversations')
    .selectAll()
    .select(bytesOfConversation().as('bytes'))
    .where('run_no', '=', run)
    .where('no', '>', after)
    .orderBy('no')
    .limit(limit);
  if (caseId !== undefined) query = query.where('case_id', '=', caseId);
  return query.execute();
}

export async function findConversationRow(
  db: Kysely<Database>,
  run: number,
  number: number,
): Promise<ConversationRow | undefined> {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('run_no', '=', run)
    .where('no', '=', number)
    .executeTakeFirst();
}

export function toConversationStart(row: ConversationRow): ConversationStart {
  const { file, position, dataset, target, send, play, repeat, conversation_id: conversationId } = row;
  const tags = parseColumn(row.tags, `conversation ${row.no}`);
  if (!isTexts(tags)) throw damagedFault(`conversation ${row.no}`);
  const start = { file, position, id: row.case_id, eval: dataset, target, send, play, repeat, tags };
  return conversationId === null ? start : { ...start, conversationId };
}

export function toConversationEnd(row: ConversationRow): ConversationEnd | undefined {
  if (row.status === null) return undefined;
  return { status: row.status, ...(row.ending === null ? {} : parseObject(row.ending, `conversation ${row.no}`)) };
}

/** `octet_length` does not read the texts themselves. */
function bytesOfConversation() {
  return sql<number>`(select coalesce(sum(octet_length(body)), 0) from messages where no in (
    select message_no from turns where run_no = conversations.run_no and conversation_no = conversations.no
    union select message_no from replies where run_no = conversations.run_no and conversation_no = conversations.no
    union select guidelines_no from replies where run_no = conversations.run_no and conversation_no = conversations.no))`;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

export function toConversationName(row: Pick<ConversationRow, (typeof nameColumns)[number]>) {
  const { case_id: id, dataset, target, send, play, repeat } = row;
  return { id, eval: dataset, target, send, play, repeat };
}

export const nameColumns = ['case_id', 'dataset', 'target', 'send', 'play', 'repeat'] as const;

export function insertTurnQuery(db: Kysely<Database>) {
  return db
    .insertInto('turns')
    .values({ run_no: 0, conversation_no: 0, turn_index: 0, message_no: 0 })
    .onConflict((conflict) => conflict.doNothing());
}

export async function listTurns(
  db: Kysely<Database>,
  { run, numbers }: ConversationRange,
): Promise<readonly Omit<TurnTable, 'run_no'>[]> {
  return db
    .selectFrom('turns')
    .select(['conversation_no', 'turn_index', 'message_no'])
    .where('run_no', '=', run)
    .where('conversation_no', 'in', numbers)
    .orderBy('conversation_no')
    .orderBy('turn_index')
    .execute();
}
