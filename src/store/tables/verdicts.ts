import { type Kysely, type Selectable, sql } from 'kysely';
import type { Verdict } from '../../conversation/verdict.ts';
import type { Database, VerdictTable } from './database.ts';
import { damagedFault, parseObject } from './json-column.ts';
import type { ConversationRange } from './messages.ts';

export type VerdictRow = Selectable<VerdictTable>;

const wholeConversation = -1;

/** Parameters in the order of `toVerdictValues`. */
export function insertVerdictQuery(db: Kysely<Database>) {
  return db
    .insertInto('verdicts')
    .values({
      run_no: 0,
      conversation_no: 0,
      turn_index: 0,
      grader: '',
      grading: 0,
      sequence: 0,
      score: 0,
      unit: 0,
      pass: 0,
      cause: null,
      details: '',
    })
    .onConflict((conflict) => conflict.doNothing());
}

export interface VerdictPlace {
  readonly run: number;
  readonly conversation: number;
  readonly sequence: number;
}

export function toVerdictValues(verdict: Verdict, place: VerdictPlace): readonly (number | string | null)[] {
  const subject = [place.run, place.conversation, verdict.turnIndex ?? wholeConversation, verdict.grader, 0];
  if (verdict.status === 'ungraded') {
    const details = JSON.stringify({ reason: verdict.reason });
    return [...subject, place.sequence, null, null, null, verdict.cause, details];
  }
  const { score, unit, pass, reason, evidence } = verdict;
  return [...subject, place.sequence, score, unit, pass ? 1 : 0, null, JSON.stringify({ reason, evidence })];
}

/** Takes the verdicts on a whole conversation back. Parameters: run, conversation. */
export function deleteConversationVerdictsQuery(db: Kysely<Database>) {
  return db
    .deleteFrom('verdicts')
    .where('run_no', '=', 0)
    .where('conversation_no', '=', 0)
    .where('turn_index', '=', sql.lit(wholeConversation));
}

/** In the order in which they were recorded. */
export async function listVerdicts(
  db: Kysely<Database>,
  { run, numbers }: ConversationRange,
): Promise<readonly VerdictRow[]> {
  const rows = await db
    .selectFrom('verdicts')
    .selectAll()
    .where('run_no', '=', run)
    .where('conversation_no', 'in', numbers)
    .where('grading', '=', 0)
    .execute();
  // Asked for in this order, SQLite would walk the index of sequences, through all verdicts of the run.
  return rows.sort((a, b) => a.conversation_no - b.conversation_no || a.sequence - b.sequence);
}

export function toVerdict(row: VerdictRow): Verdict {
  const what = `verdict ${row.grader} of conversation ${row.conversation_no}`;
  const { reason, evidence } = parseObject(row.details, what);
  const subject = { grader: row.grader, turnIndex: row.turn_index === wholeConversation ? null : row.turn_index };
  if (row.cause !== null) {
    const said = typeof reason === 'string' ? { reason } : {};
    return { ...subject, status: 'ungraded', cause: row.cause, ...said };
  }
  const { score, unit, pass } = row;
  if (score === null || unit === null || pass === null || typeof reason !== 'string') throw damagedFault(what);
  return {
    ...subject,
    status: 'graded',
    score,
    unit,
    pass: pass === 1,
    reason,
    ...(evidence === undefined ? {} : { evidence }),
  };
}
