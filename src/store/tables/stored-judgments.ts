import type { Kysely } from 'kysely';
import type { Judgment } from '../../conversation/judge/judgment.ts';
import type { GradingChoice } from '../port.ts';
import { findConversationRow } from './conversations.ts';
import type { Database } from './database.ts';
import { type JudgmentRow, listJudgmentMessages, listJudgments, toJudgment } from './judgments.ts';
import { readTextsOf } from './messages.ts';
import { readGraded } from './read-graded.ts';
import { readLayers } from './read-layers.ts';
import { findRunNumber, unknownRunFault } from './runs.ts';
import { toTurnIndex } from './verdicts.ts';

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
