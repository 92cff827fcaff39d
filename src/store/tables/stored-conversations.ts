import type { Kysely } from 'kysely';
import type { StoredConversation } from '../port.ts';
import {
  type ConversationHead,
  type ConversationRow,
  findConversationRow,
  listHeads,
  toConversationEnd,
  toConversationStart,
} from './conversations.ts';
import type { Database } from './database.ts';
import { readTexts } from './messages.ts';
import { listReplies, toReplyEntry } from './replies.ts';
import { findRunNumber, unknownRunFault } from './runs.ts';
import { listTurns } from './turns.ts';
import { listVerdicts, toVerdict } from './verdicts.ts';

const headsAtOnce = 100;
/** Texts that are held at once; a single conversation may be longer. */
const bytesAtOnce = 4_000_000;

export interface ConversationsOptions {
  readonly caseId?: string;
}

/** The conversations of a run in the order of their numbers, a page at a time. */
export async function* readConversations(
  db: Kysely<Database>,
  id: string,
  { caseId }: ConversationsOptions,
): AsyncGenerator<StoredConversation> {
  const run = await findRunNumber(db, id);
  if (run === undefined) return;
  const chosen = caseId === undefined ? {} : { caseId };
  let heads: readonly ConversationHead[];
  let after = 0;
  do {
    heads = await listHeads(db, { run, after, limit: headsAtOnce, ...chosen });
    for (const page of toPages(heads)) yield* await readPage(db, id, page);
    after = heads.at(-1)?.no ?? after;
  } while (heads.length === headsAtOnce);
}

export async function findStoredConversation(
  db: Kysely<Database>,
  id: string,
  number: number,
): Promise<StoredConversation | undefined> {
  const run = await findRunNumber(db, id);
  const row = run === undefined ? undefined : await findConversationRow(db, run, number);
  if (row === undefined) return undefined;
  const [conversation] = await readPage(db, id, [row]);
  return conversation;
}

/** Groups of conversations that are short enough to be held together. */
export function toPages(heads: readonly ConversationHead[]): readonly ConversationHead[][] {
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

/** Records are read after the heads, so a conversation that is being played may show more than its head says. */
async function readPage(
  db: Kysely<Database>,
  id: string,
  rows: readonly ConversationRow[],
): Promise<readonly StoredConversation[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const range = { run: first.run_no, numbers: rows.map((row) => row.no) };
  const turns = await listTurns(db, range);
  const replies = await listReplies(db, range);
  const verdicts = await listVerdicts(db, range);
  const texts = await readTexts(db, range);
  const isWhole = turns.every((turn) => texts.has(turn.message_no));
  if (!isWhole && (await findRunNumber(db, id)) === undefined) throw unknownRunFault(id);
  const turnsOf = groupByConversation(turns);
  const repliesOf = groupByConversation(replies);
  const verdictsOf = groupByConversation(verdicts);
  return rows.map((row) => {
    const end = toConversationEnd(row);
    return {
      number: row.no,
      start: toConversationStart(row),
      turns: (turnsOf.get(row.no) ?? []).map((turn) => ({
        turnIndex: turn.turn_index,
        played: texts.getMessage(turn.message_no),
      })),
      replies: (repliesOf.get(row.no) ?? []).map((reply) => toReplyEntry(reply, texts)),
      verdicts: (verdictsOf.get(row.no) ?? []).map(toVerdict),
      ...(end === undefined ? {} : { end }),
    };
  });
}

function groupByConversation<Row extends { readonly conversation_no: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  return Map.groupBy(rows, (row) => row.conversation_no);
}
