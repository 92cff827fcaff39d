import { type Kysely, type Selectable, sql } from 'kysely';
import { toPresentGraderId } from '../../conversation/turn-number.ts';
import { Provenance, type Verdict } from '../../conversation/verdict.ts';
import type { Database, VerdictTable } from '../tables/database.ts';
import { damagedFault, parseObject } from '../tables/json-column.ts';
import type { ConversationRange } from './messages.ts';

export type VerdictRow = Selectable<VerdictTable>;

const wholeConversation = -1;

export function toTurnColumn(turnIndex: number | null): number {
  return turnIndex ?? wholeConversation;
}

export function toTurnIndex(column: number): number | null {
  return column === wholeConversation ? null : column;
}

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
      normalized_score: 0,
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
  /** 0: while it was played. */
  readonly grading: number;
}

export function toVerdictValues(verdict: Verdict, place: VerdictPlace): readonly (number | string | null)[] {
  const { run, conversation, grading, sequence } = place;
  const subject = [run, conversation, toTurnColumn(verdict.turnIndex), verdict.grader, grading, sequence];
  const { reason, evidence, provenance } = verdict;
  const details = { reason, evidence, provenance };
  if (verdict.status === 'ungraded') return [...subject, null, null, null, verdict.cause, JSON.stringify(details)];
  const { score, normalizedScore, pass, not, weight } = verdict;
  return [...subject, score, normalizedScore, pass ? 1 : 0, null, JSON.stringify({ ...details, not, weight })];
}

/** Takes the verdicts on a whole conversation back that were given while it was played. Parameters: run, conversation. */
export function deleteConversationVerdictsQuery(db: Kysely<Database>) {
  return db
    .deleteFrom('verdicts')
    .where('run_no', '=', 0)
    .where('conversation_no', '=', 0)
    .where('turn_index', '=', sql.lit(wholeConversation))
    .where('grading', '=', sql.lit(0));
}

/** Those of some gradings, in the order in which they were recorded. */
export async function listVerdicts(
  db: Kysely<Database>,
  { run, numbers }: ConversationRange,
  gradings: readonly number[],
): Promise<readonly VerdictRow[]> {
  const rows = await db
    .selectFrom('verdicts')
    .selectAll()
    .where('run_no', '=', run)
    .where('conversation_no', 'in', numbers)
    .where('grading', 'in', gradings)
    .execute();
  // Asked for in this order, SQLite would walk the index of sequences, through all verdicts of the run.
  return rows.sort((a, b) => a.conversation_no - b.conversation_no || a.sequence - b.sequence);
}

export function toVerdict(row: VerdictRow): Verdict {
  const what = `verdict ${row.grader} of conversation ${row.conversation_no}`;
  const { reason, evidence, provenance, not, weight } = parseObject(row.details, what);
  const turnIndex = toTurnIndex(row.turn_index);
  const subject = { grader: toPresentGraderId(row.grader, turnIndex), turnIndex };
  const more = {
    ...(evidence === undefined ? {} : { evidence }),
    ...(provenance === undefined ? {} : { provenance: parseProvenance(provenance, what) }),
  };
  if (row.cause !== null) {
    const said = typeof reason === 'string' ? { reason } : {};
    return { ...subject, status: 'ungraded', cause: row.cause, ...said, ...more };
  }
  const { score, normalized_score: normalizedScore, pass } = row;
  if (score === null || normalizedScore === null || pass === null || typeof reason !== 'string')
    throw damagedFault(what);
  const counted = {
    ...(not === true ? { not: true as const } : {}),
    ...(typeof weight === 'number' ? { weight } : {}),
  };
  return { ...subject, status: 'graded', score, normalizedScore, pass: pass === 1, reason, ...counted, ...more };
}

function parseProvenance(value: unknown, what: string): Provenance {
  const { success, data, error } = Provenance.safeParse(value);
  if (!success) throw damagedFault(what, error);
  return data;
}
