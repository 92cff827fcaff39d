import type { Kysely } from 'kysely';
import type { AbandonedAttempt, GradingChoice, StoredConversation } from '../port.ts';
import type { Database } from '../tables/database.ts';
import { listAbandoned, toAbandonedAttempt } from './abandoned-attempts.ts';
import {
  type ConversationHead,
  type ConversationRow,
  findConversationRow,
  listHeads,
  listTurns,
  toConversationStart,
} from './conversations.ts';
import { type GradingLayer, readLayers } from './effective-verdicts.ts';
import { groupByConversation, readTexts } from './messages.ts';
import { readGraded } from './read-graded.ts';
import { listReplies, toReplyEntry } from './replies.ts';
import { findRunNumber, unknownRunFault } from './runs.ts';
import { listVerdicts, toVerdict } from './verdicts.ts';

const headsAtOnce = 100;
/** Texts that are held at once; a single conversation may be longer. */
const bytesAtOnce = 4_000_000;

export interface ConversationsOptions extends GradingChoice {
  readonly caseId?: string;
}

/** The conversations of a run in the order of their numbers, a page at a time. */
export async function* readConversations(
  db: Kysely<Database>,
  id: string,
  { caseId, ...choice }: ConversationsOptions,
): AsyncGenerator<StoredConversation> {
  const run = await findRunNumber(db, id);
  if (run === undefined) return;
  const layers = await readLayers(db, { run, id, ...choice });
  const chosen = caseId === undefined ? {} : { caseId };
  let heads: readonly ConversationHead[];
  let after = 0;
  do {
    heads = await listHeads(db, { run, after, limit: headsAtOnce, ...chosen });
    for (const rows of toPages(heads)) yield* await readPage(db, { id, rows, layers });
    after = heads.at(-1)?.no ?? after;
  } while (heads.length === headsAtOnce);
}

export async function findStoredConversation(
  db: Kysely<Database>,
  id: string,
  { number, ...choice }: { readonly number: number } & GradingChoice,
): Promise<StoredConversation | undefined> {
  const run = await findRunNumber(db, id);
  const row = run === undefined ? undefined : await findConversationRow(db, run, number);
  if (row === undefined) return undefined;
  const layers = await readLayers(db, { run: row.run_no, id, ...choice });
  const [conversation] = await readPage(db, { id, rows: [row], layers });
  return conversation;
}

/** Groups of conversations that are short enough to be held together. */
function toPages(heads: readonly ConversationHead[]): readonly ConversationHead[][] {
  const pages: ConversationHead[][] = [];
  let room = 0;
  for (const head of heads) {
    const page = pages.at(-1);
    if (page !== undefined && head.bytes <= room) page.push(head);
    else pages.push([head]);
    room = (page === pages.at(-1) ? room : bytesAtOnce) - head.bytes;
  }
  return pages;
}

interface Page {
  readonly id: string;
  readonly rows: readonly ConversationRow[];
  readonly layers: readonly GradingLayer[];
}

/** Records are read after the heads, so a conversation that is being played may show more than its head says. */
async function readPage(db: Kysely<Database>, { id, rows, layers }: Page): Promise<readonly StoredConversation[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const numbers = rows.map((row) => row.no);
  const abandoned = await listAbandoned(db, { run: first.run_no, numbers });
  const range = { run: first.run_no, numbers: [...numbers, ...abandoned.map((row) => row.no)] };
  const turns = await listTurns(db, range);
  const replies = await listReplies(db, range);
  const findGraded = await readGraded(db, range, layers);
  const asPlayed = abandoned.length === 0 ? [] : await listVerdicts(db, range, [0]);
  const texts = await readTexts(db, range);
  const isWhole = turns.every((turn) => texts.has(turn.message_no));
  if (!isWhole && (await findRunNumber(db, id)) === undefined) throw unknownRunFault(id);
  const turnsOf = groupByConversation(turns);
  const repliesOf = groupByConversation(replies);
  const verdictsOf = groupByConversation(asPlayed);
  const toSaid = (no: number) => ({
    turns: (turnsOf.get(no) ?? []).map((turn) => ({
      turnIndex: turn.turn_index,
      played: texts.getMessage(turn.message_no),
    })),
    replies: (repliesOf.get(no) ?? []).map((reply) => toReplyEntry(reply, texts)),
  });
  const attemptsOf = groupByConversation(abandoned);
  return rows.map((row) => {
    const { verdicts, end } = findGraded(row);
    const attempts = attemptsOf.get(row.no)?.map((attempt): AbandonedAttempt => {
      const given = (verdictsOf.get(attempt.no) ?? []).map(toVerdict);
      return toAbandonedAttempt(attempt, { ...toSaid(attempt.no), verdicts: given });
    });
    return {
      number: row.no,
      start: toConversationStart(row),
      ...toSaid(row.no),
      verdicts: verdicts.map(toVerdict),
      ...(end === undefined ? {} : { end }),
      ...(row.attempt === 0 ? {} : { attempt: row.attempt }),
      ...(attempts === undefined ? {} : { abandoned: attempts }),
    };
  });
}
