import type { Kysely } from 'kysely';
import type { ConversationEnd } from '../../conversation/stored-conversation.ts';
import { type GradedRow, listGraded, toGradedEnd } from '../gradings/graded-conversations.ts';
import type { Database } from '../tables/database.ts';
import { type ConversationRow, toConversationEnd } from './conversations.ts';
import { type GradingLayer, listEffective, listGradedLayers } from './effective-verdicts.ts';
import { type ConversationRange, groupByConversation } from './messages.ts';
import { listVerdicts, type VerdictRow } from './verdicts.ts';

/** The verdicts of a conversation, and how it ended. */
export interface Graded {
  readonly verdicts: readonly VerdictRow[];
  readonly end: ConversationEnd | undefined;
}

/** Verdicts and ends as the layers have them. */
export async function readGraded(
  db: Kysely<Database>,
  range: ConversationRange,
  layers: readonly GradingLayer[],
): Promise<(row: ConversationRow) => Graded> {
  const gradings = layers.map(({ grading }) => grading);
  const verdictsOf = groupByConversation(await listVerdicts(db, range, gradings));
  const findVerdicts = (no: number) => verdictsOf.get(no) ?? [];
  if (layers.length === 1) return (row) => ({ verdicts: findVerdicts(row.no), end: toConversationEnd(row) });
  const gradedOf = groupByConversation(await listGraded(db, range, gradings));
  return (row) => {
    const graded = new Map((gradedOf.get(row.no) ?? []).map((each) => [each.grading, each]));
    const own = listGradedLayers(layers, (grading) => graded.has(grading));
    return {
      verdicts: listEffective(findVerdicts(row.no), own),
      end: findEnd(row, graded.get(own[0]?.grading ?? 0)),
    };
  };
}

/** A conversation that was continued after it was graded is unfinished. */
function findEnd(row: ConversationRow, graded: GradedRow | undefined): ConversationEnd | undefined {
  const end = toConversationEnd(row);
  return end === undefined || graded === undefined ? end : toGradedEnd(end, graded);
}
