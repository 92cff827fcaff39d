import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Judgement } from '../../conversation/judgement.ts';
import { CallRecord } from '../../conversation/run-record.ts';
import { toPresentGraderId } from '../../conversation/turn-number.ts';
import type { Database, JudgementTable } from './database.ts';
import { parseWith } from './json-column.ts';
import type { ConversationRange, Texts } from './messages.ts';
import { toTurnColumn, toTurnIndex, type VerdictPlace } from './verdicts.ts';

export type JudgementRow = Selectable<JudgementTable>;

/** What was sent, message by message: role and number of its text. */
export const StoredRequest = z.array(z.tuple([z.string(), z.int().positive()]));
export type StoredRequest = z.infer<typeof StoredRequest>;

/** Parameters in the order of `toJudgementValues`. */
export function insertJudgementQuery(db: Kysely<Database>) {
  return db.insertInto('judgements').values({
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

export interface JudgementTexts {
  readonly request: StoredRequest;
  readonly reply: number | null;
}

export function toJudgementValues(
  { grader, turnIndex, call }: Judgement,
  { run, conversation, sequence, grading }: VerdictPlace,
  { request, reply }: JudgementTexts,
): readonly (number | string | null)[] {
  const subject = [run, conversation, sequence, toTurnColumn(turnIndex), grader, grading];
  return [...subject, JSON.stringify(request), reply, call === undefined ? null : JSON.stringify(call)];
}

/** All that were made, also of verdicts that are not read or were taken back. */
export async function listJudgements(
  db: Kysely<Database>,
  { run, numbers }: ConversationRange,
): Promise<readonly JudgementRow[]> {
  return db
    .selectFrom('judgements')
    .selectAll()
    .where('run_no', '=', run)
    .where('conversation_no', 'in', numbers)
    .orderBy('conversation_no')
    .orderBy('sequence')
    .execute();
}

/** Numbers of the texts that judgements point at, each once. A damaged one points at none: its run can still be removed. */
export function listJudgementMessages(
  rows: readonly { readonly request: string; readonly reply_no: number | null }[],
): readonly number[] {
  const numbers = rows.flatMap(({ request, reply_no: reply }) => {
    const asked = (findRequest(request) ?? []).map(([, number]) => number);
    return reply === null ? asked : [...asked, reply];
  });
  return [...new Set(numbers)];
}

export function toJudgement(row: JudgementRow, texts: Texts): Judgement {
  const what = `judgement ${row.grader} of conversation ${row.conversation_no}`;
  const turnIndex = toTurnIndex(row.turn_index);
  return { grader: toPresentGraderId(row.grader, turnIndex), turnIndex, ...toExchange(row, { texts, what }) };
}

/** What was asked and said. `what` names it for the Fault when it is damaged. */
export function toExchange(
  { request, reply_no: reply, call }: Pick<JudgementRow, 'request' | 'reply_no' | 'call'>,
  { texts, what }: { readonly texts: Texts; readonly what: string },
): Pick<Judgement, 'request' | 'reply' | 'call'> {
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
