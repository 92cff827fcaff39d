import { type Kysely, type Selectable, sql } from 'kysely';
import type { ConversationEnd, ConversationStart } from '../../conversation/stored-conversation.ts';
import type { ConversationMark } from '../port.ts';
import type { ConversationTable, Database, TurnTable } from '../tables/database.ts';
import { damagedFault, parseColumn, parseObject } from '../tables/json-column.ts';
import { Statement, toParameter, toParameters } from '../tables/statement.ts';
import type { ConversationRange } from './messages.ts';

export type ConversationRow = Selectable<ConversationTable>;

const startColumns = [
  'run_no',
  'no',
  'file',
  'position',
  'case_id',
  'dataset',
  'target',
  'send',
  'play',
  'repeat',
  'tags',
  'conversation_id',
] as const;

export function insertConversationStatement(db: Kysely<Database>) {
  const start = toParameters('conversations', startColumns);
  return new Statement(start, db.insertInto('conversations').values(start));
}

export function toStartColumns(run: number, number: number, start: ConversationStart) {
  const { id, eval: dataset, tags, conversationId = null, file, position, target, send, play, repeat } = start;
  return {
    run_no: run,
    no: number,
    case_id: id,
    dataset,
    tags: JSON.stringify(tags),
    conversation_id: conversationId,
    file,
    position,
    target,
    send,
    play,
    repeat,
  };
}

/** Changes nothing when the conversation has ended already. */
export function endConversationStatement(db: Kysely<Database>) {
  const ending = toParameters('conversations', ['status', 'ending', 'end_sequence']);
  const key = toParameters('conversations', keyColumns);
  const query = db
    .updateTable('conversations')
    .set(ending)
    .where('run_no', '=', key.run_no)
    .where('no', '=', key.no)
    .where('status', 'is', null);
  return new Statement({ ...ending, ...key }, query);
}

const keyColumns = ['run_no', 'no'] as const;

export function toEndingColumn({ status: _, ...ending }: ConversationEnd): string | null {
  const text = JSON.stringify(ending);
  return text === '{}' ? null : text;
}

export function findStatusStatement(db: Kysely<Database>) {
  const key = toParameters('conversations', keyColumns);
  const query = db.selectFrom('conversations').select('status');
  return new Statement(key, query.where('run_no', '=', key.run_no).where('no', '=', key.no));
}

export function reopenConversationStatement(db: Kysely<Database>) {
  const key = toParameters('conversations', keyColumns);
  const query = db.updateTable('conversations').set({ status: null, ending: null, end_sequence: null });
  return new Statement(key, query.where('run_no', '=', key.run_no).where('no', '=', key.no));
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

const markColumns = ['no', 'case_id', 'file', 'position', 'target', 'send', 'play', 'repeat', 'status'] as const;

/** Those whose number is higher than `after`. */
export function listMarksStatement(db: Kysely<Database>) {
  const { run_no } = toParameters('conversations', ['run_no']);
  const [after, limit] = [toParameter<number>('after'), toParameter<number>('limit')];
  const query = db
    .selectFrom('conversations')
    .select(markColumns)
    .where('run_no', '=', run_no)
    .where('no', '>', after)
    .orderBy('no')
    .limit(limit);
  return new Statement({ run_no, after, limit }, query);
}

export function toMark(row: Pick<ConversationRow, (typeof markColumns)[number]>): ConversationMark {
  const { no: number, case_id: id, file, position, target, send, play, repeat, status } = row;
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

export function insertTurnStatement(db: Kysely<Database>) {
  const turn = toParameters('turns', ['run_no', 'conversation_no', 'turn_index', 'message_no']);
  const query = db.insertInto('turns').values(turn);
  return new Statement(
    turn,
    query.onConflict((conflict) => conflict.doNothing()),
  );
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
