import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import { CallRecord } from '../../conversation/run/run-record.ts';
import { toPresentGraderId } from '../../conversation/turn-number.ts';
import type { GradingChoice } from '../port.ts';
import type { Database, JudgmentTable } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';
import { findConversationRow } from './conversations.ts';
import { readLayers } from './effective-verdicts.ts';
import { type ConversationRange, readTextsOf, type Texts } from './messages.ts';
import { readGraded } from './read-graded.ts';
import { findRunNumber, unknownRunFault } from './runs.ts';
import { toTurnColumn, toTurnIndex, type VerdictPlace } from './verdicts.ts';

type JudgmentRow = Selectable<JudgmentTable>;

/** The request, message by message: role and number of its text. */
export const StoredRequest = z.array(z.tuple([z.string(), z.int().positive()]));
export type StoredRequest = z.infer<typeof StoredRequest>;

const judgmentColumns = [
  'run_no',
  'conversation_no',
  'sequence',
  'turn_index',
  'grader',
  'grading',
  'request',
  'reply_no',
  'call',
] as const;

export function insertJudgmentStatement(db: Kysely<Database>) {
  const judgment = toParameters('judgments', judgmentColumns);
  return new Statement(judgment, db.insertInto('judgments').values(judgment));
}

export interface JudgmentTexts {
  readonly request: StoredRequest;
  readonly reply: number | null;
}

export function toJudgmentColumns(
  { grader, turnIndex, call }: Judgment,
  { run, conversation, sequence, grading }: VerdictPlace,
  texts: JudgmentTexts,
): JudgmentRow {
  return {
    run_no: run,
    conversation_no: conversation,
    sequence,
    turn_index: toTurnColumn(turnIndex),
    grader,
    grading,
    ...toExchangeColumns(call, texts),
  };
}

/** The columns of the request and the reply. */
export function toExchangeColumns(call: Judgment['call'], { request, reply }: JudgmentTexts) {
  return {
    request: JSON.stringify(request),
    reply_no: reply,
    call: call === undefined ? null : JSON.stringify(call),
  };
}

/** All that were made, also of verdicts that are not read or were taken back. */
export async function listJudgments(
  db: Kysely<Database>,
  { run, numbers }: ConversationRange,
): Promise<readonly JudgmentRow[]> {
  return db
    .selectFrom('judgments')
    .selectAll()
    .where('run_no', '=', run)
    .where('conversation_no', 'in', numbers)
    .orderBy('conversation_no')
    .orderBy('sequence')
    .execute();
}

/** Numbers of the texts that judgments point at, each once. A damaged one points at none: its run can still be removed. */
export function listJudgmentMessages(
  rows: readonly { readonly request: string; readonly reply_no: number | null }[],
): readonly number[] {
  const numbers = rows.flatMap(({ request, reply_no: reply }) => {
    const asked = (findRequest(request) ?? []).map(([, number]) => number);
    return reply === null ? asked : [...asked, reply];
  });
  return [...new Set(numbers)];
}

function toJudgment(row: JudgmentRow, texts: Texts): Judgment {
  const what = `judgment ${row.grader} of conversation ${row.conversation_no}`;
  const turnIndex = toTurnIndex(row.turn_index);
  return { grader: toPresentGraderId(row.grader, turnIndex), turnIndex, ...toExchange(row, { texts, what }) };
}

/** The request and the reply. `what` names them in the Fault when they are damaged. */
export function toExchange(
  { request, reply_no: reply, call }: Pick<JudgmentRow, 'request' | 'reply_no' | 'call'>,
  { texts, what }: { readonly texts: Texts; readonly what: string },
): Pick<Judgment, 'request' | 'reply' | 'call'> {
  return {
    request: parseRequest(request, what).map(([role, number]) => ({ role, content: texts.getText(number) })),
    ...(reply === null ? {} : { reply: texts.getText(reply) }),
    ...(call === null ? {} : { call: parseWith(CallRecord, call, what) }),
  };
}

function findRequest(request: string): StoredRequest | undefined {
  try {
    return parseRequest(request, '');
  } catch {
    return undefined;
  }
}

function parseRequest(request: string, what: string): StoredRequest {
  return parseWith(StoredRequest, request, what);
}

/** The judgments behind the verdicts of a conversation that are read: turn by turn, those on the whole of it last. */
export async function readJudgments(
  db: Kysely<Database>,
  id: string,
  { number, ...choice }: { readonly number: number } & GradingChoice,
): Promise<readonly Judgment[]> {
  const run = await findRunNumber(db, id);
  const row = run === undefined ? undefined : await findConversationRow(db, run, number);
  if (row === undefined) return [];
  const layers = await readLayers(db, { run: row.run_no, id, ...choice });
  const range = { run: row.run_no, numbers: [number] };
  const { verdicts } = (await readGraded(db, range, layers))(row);
  const read = new Set(verdicts.map(({ sequence }) => sequence));
  const judgments = (await listJudgments(db, range)).filter(({ sequence }) => read.has(sequence));
  const messages = listJudgmentMessages(judgments);
  const texts = await readTextsOf(db, messages);
  const isWhole = messages.every((message) => texts.has(message));
  if (!isWhole && (await findRunNumber(db, id)) === undefined) throw unknownRunFault(id);
  return judgments.toSorted(byTurn).map((judgment) => toJudgment(judgment, texts));
}

function byTurn(one: JudgmentRow, other: JudgmentRow): number {
  return toPlace(one) - toPlace(other) || one.sequence - other.sequence;
}

function toPlace(row: JudgmentRow): number {
  return toTurnIndex(row.turn_index) ?? Number.MAX_SAFE_INTEGER;
}
