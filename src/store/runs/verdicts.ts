import type { Kysely, Selectable } from 'kysely';
import { toPresentGraderId } from '../../conversation/turn-number.ts';
import { Provenance, type Verdict } from '../../conversation/verdict.ts';
import type { Database, VerdictTable } from '../tables/database.ts';
import { damagedFault, parseObject } from '../tables/json-column.ts';
import { Statement, toParameters } from '../tables/statement.ts';
import type { ConversationRange } from './messages.ts';

export type VerdictRow = Selectable<VerdictTable>;

const wholeConversation = -1;

export function toTurnColumn(turnIndex: number | null): number {
  return turnIndex ?? wholeConversation;
}

export function toTurnIndex(column: number): number | null {
  return column === wholeConversation ? null : column;
}

const verdictColumns = [
  'run_no',
  'conversation_no',
  'turn_index',
  'grader',
  'grading',
  'sequence',
  'score',
  'normalized_score',
  'pass',
  'cause',
  'details',
] as const;

export function insertVerdictStatement(db: Kysely<Database>) {
  const verdict = toParameters('verdicts', verdictColumns);
  const query = db.insertInto('verdicts').values(verdict);
  return new Statement(
    verdict,
    query.onConflict((conflict) => conflict.doNothing()),
  );
}

export interface VerdictPlace {
  readonly run: number;
  readonly conversation: number;
  readonly sequence: number;
  /** 0: while it was played. */
  readonly grading: number;
}

export function toVerdictColumns(verdict: Verdict, place: VerdictPlace): VerdictRow {
  const { turnIndex, grader, reason, evidence, provenance, partOf, weight } = verdict;
  const subject = {
    run_no: place.run,
    conversation_no: place.conversation,
    turn_index: toTurnColumn(turnIndex),
    grader,
    grading: place.grading,
    sequence: place.sequence,
  };
  const details = { reason, evidence, provenance, partOf, weight };
  if (verdict.status === 'ungraded') {
    const noScore = { score: null, normalized_score: null, pass: null };
    return { ...subject, ...noScore, cause: verdict.cause, details: JSON.stringify(details) };
  }
  const { score, normalizedScore, pass, not } = verdict;
  const scores = { score, normalized_score: normalizedScore, pass: pass ? 1 : 0, cause: null };
  return { ...subject, ...scores, details: JSON.stringify({ ...details, not }) };
}

/** Takes back the verdicts on a whole conversation that were given while it was played. */
export function deleteConversationVerdictsStatement(db: Kysely<Database>) {
  const key = toParameters('verdicts', ['run_no', 'conversation_no']);
  const query = db
    .deleteFrom('verdicts')
    .where('run_no', '=', key.run_no)
    .where('conversation_no', '=', key.conversation_no)
    .where('turn_index', '=', wholeConversation)
    .where('grading', '=', 0);
  return new Statement(key, query);
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
  const { reason, evidence, provenance, not, weight, partOf } = parseObject(row.details, what);
  const turnIndex = toTurnIndex(row.turn_index);
  const subject = { grader: toPresentGraderId(row.grader, turnIndex), turnIndex };
  const more = {
    ...(typeof weight === 'number' ? { weight } : {}),
    ...(typeof partOf === 'string' ? { partOf } : {}),
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
  const inverted = not === true ? { not: true as const } : {};
  return { ...subject, status: 'graded', score, normalizedScore, pass: pass === 1, reason, ...inverted, ...more };
}

function parseProvenance(value: unknown, what: string): Provenance {
  const { success, data, error } = Provenance.safeParse(value);
  if (!success) throw damagedFault(what, error);
  return data;
}
