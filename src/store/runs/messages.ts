import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PlayedMessage } from '../../conversation/run/run-record.ts';
import type { Database } from '../tables/database.ts';
import { damagedFault, parseColumn } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';

const numbersAtOnce = 500;

/** The key of a message: 16 bytes, one per character. */
export function toMessageHash(body: string): string {
  return hash('sha256', body, 'binary').slice(0, 16);
}

export function insertMessageStatement(db: Kysely<Database>) {
  const message = toParameters('messages', ['run_no', 'hash', 'body']);
  const query = db.insertInto('messages').values(message);
  return new Statement(
    message,
    query.onConflict((conflict) => conflict.column('hash').doNothing()),
  );
}

export function findMessageStatement(db: Kysely<Database>) {
  const { hash } = toParameters('messages', ['hash']);
  return new Statement({ hash }, db.selectFrom('messages').select(['no', 'run_no']).where('hash', '=', hash));
}

export function insertMessageUseStatement(db: Kysely<Database>) {
  const use = toParameters('message_uses', ['message_no', 'run_no']);
  const query = db.insertInto('message_uses').values(use);
  return new Statement(
    use,
    query.onConflict((conflict) => conflict.doNothing()),
  );
}

/** Which conversations of a run are meant. */
export interface ConversationRange {
  readonly run: number;
  readonly numbers: readonly number[];
}

/** The records of several conversations, by the number of the conversation. */
export function groupByConversation<Row extends { readonly conversation_no: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  return Map.groupBy(rows, (row) => row.conversation_no);
}

/** The numbers of all messages in the conversations, without the requests of judges. */
export function messagesOf(db: Kysely<Database>, { run, numbers }: ConversationRange) {
  const turns = db
    .selectFrom('turns')
    .select('message_no as no')
    .where('run_no', '=', run)
    .where('conversation_no', 'in', numbers);
  const replies = db.selectFrom('replies').where('run_no', '=', run).where('conversation_no', 'in', numbers);
  return turns
    .union(replies.select('message_no as no'))
    .union(replies.select((eb) => eb.fn.coalesce('guidelines_no', eb.lit(0)).as('no')));
}

/** What was said in some conversations, by number. A text that several of them share is there once. */
export class Texts {
  readonly #bodies: ReadonlyMap<number, string>;
  readonly #parsed = new Map<number, unknown>();

  constructor(bodies: ReadonlyMap<number, string>) {
    this.#bodies = bodies;
  }

  has(no: number): boolean {
    return this.#bodies.has(no);
  }

  getMessage(no: number): PlayedMessage {
    const value = this.#parse(no);
    if (!isPlayedMessage(value)) throw damagedFault(`message ${no}`);
    return value;
  }

  getGuidelines(no: number | null): string {
    return no === null ? '' : this.getText(no);
  }

  getText(no: number): string {
    const value = this.#parse(no);
    if (typeof value !== 'string') throw damagedFault(`message ${no}`);
    return value;
  }

  #parse(no: number): unknown {
    const known = this.#parsed.get(no);
    if (known !== undefined) return known;
    const body = this.#bodies.get(no);
    if (body === undefined) throw damagedFault(`message ${no}`);
    const value = parseColumn(body, `message ${no}`);
    this.#parsed.set(no, value);
    return value;
  }
}

export async function readTexts(db: Kysely<Database>, range: ConversationRange): Promise<Texts> {
  const rows = await db
    .selectFrom('messages')
    .select(['no', 'body'])
    .where('no', 'in', messagesOf(db, range))
    .execute();
  return new Texts(new Map(rows.map((row) => [row.no, row.body])));
}

/** The texts of messages by their numbers. */
export async function readTextsOf(db: Kysely<Database>, numbers: readonly number[]): Promise<Texts> {
  const bodies = new Map<number, string>();
  for (const some of toChunks(numbers)) {
    const rows = await db.selectFrom('messages').select(['no', 'body']).where('no', 'in', some).execute();
    for (const { no, body } of rows) bodies.set(no, body);
  }
  return new Texts(bodies);
}

/** Numbers of messages in chunks: SQLite limits the parameters of a statement. */
export function toChunks(numbers: readonly number[]): readonly (readonly number[])[] {
  const count = Math.ceil(numbers.length / numbersAtOnce);
  return Array.from({ length: count }, (_, index) => numbers.slice(index * numbersAtOnce, (index + 1) * numbersAtOnce));
}

/** A look that tells a damaged row; what was written was checked before. */
function isPlayedMessage(value: unknown): value is PlayedMessage {
  return isPlainObject(value) && isPlainObject(value.message) && typeof value.message.role === 'string';
}
