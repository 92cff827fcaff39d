import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import { CallRecord } from '../../conversation/run/run-record.ts';
import { toPresentGraderId } from '../../conversation/turn-number.ts';
import type { Database, JudgmentTable } from './database.ts';
import { parseWith } from './json-column.ts';
import type { ConversationRange, Texts } from './messages.ts';
import { toTurnColumn, toTurnIndex, type VerdictPlace } from './verdicts.ts';

export type JudgmentRow = Selectable<JudgmentTable>;

/** What was sent, message by message: role and number of its text. */
export const StoredRequest = z.array(z.tuple([z.string(), z.int().positive()]));
export type StoredRequest = z.infer<typeof StoredRequest>;

/** Parameters in the order of `toJudgmentValues`. */
export function insertJudgmentQuery(db: Kysely<Database>) {
  return db.insertInto('judgments').values({
    run_no: 0,
    conversation_no: 0,
    sequence: 0,
    turn_index: 0,
    grader: '',
    grading: 0,
    request: '',
    reply_no: 0,
    call: '',
  });
}

export interface JudgmentTexts {
  readonly request: StoredRequest;
  readonly reply: number | null;
}

export function toJudgmentValues(
  { grader, turnIndex, call }: Judgment,
  { run, conversation, sequence, grading }: VerdictPlace,
  { request, reply }: JudgmentTexts,
): readonly (number | string | null)[] {
  const subject = [run, conversation, sequence, toTurnColumn(turnIndex), grader, grading];
  return [...subject, JSON.stringify(request), reply, call === undefined ? null : JSON.stringify(call)];
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

export function toJudgment(row: JudgmentRow, texts: Texts): Judgment {
  const what = `judgment ${row.grader} of conversation ${row.conversation_no}`;
  const turnIndex = toTurnIndex(row.turn_index);
  return { grader: toPresentGraderId(row.grader, turnIndex), turnIndex, ...toExchange(row, { texts, what }) };
}

/** What was asked and said. `what` names it for the Fault when it is damaged. */
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
