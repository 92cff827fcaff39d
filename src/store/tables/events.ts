import type { Kysely } from 'kysely';
import type { RunEvent } from '../../conversation/run/run-event.ts';
import type { PlayedMessage } from '../../conversation/run/run-record.ts';
import { nameColumns, toConversationEnd, toConversationName } from './conversations.ts';
import { readSequence } from './counters.ts';
import type { Database } from './database.ts';
import { Texts } from './messages.ts';
import { toCallRecord } from './replies.ts';
import { findRun } from './runs.ts';
import { toVerdict } from './verdicts.ts';

interface Window {
  readonly run: { readonly no: number; readonly id: string };
  readonly since: number;
  /** What is recorded while we read has higher numbers and comes the next time, so that nothing is passed over. */
  readonly upTo: number;
  readonly limit: number;
}

/** Events are views of the records that have a number in the store's sequence. */
export async function listEvents(
  db: Kysely<Database>,
  id: string,
  { since, limit }: { readonly since: number; readonly limit: number },
): Promise<readonly RunEvent[]> {
  const upTo = await readSequence(db);
  const run = upTo <= since ? undefined : await findRunSequences(db, id);
  if (run === undefined) return [];
  const window = { run, since, upTo, limit };
  const parts = [
    await listRunEvents(db, run, window),
    await listTurnEvents(db, window),
    await listVerdictEvents(db, window),
    await listCaseEvents(db, window),
  ];
  return parts
    .flat()
    .sort((a, b) => a.sequence - b.sequence)
    .slice(0, limit);
}

type RunSequences = NonNullable<Awaited<ReturnType<typeof findRunSequences>>>;

async function findRunSequences(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('runs')
    .select(['no', 'id', 'start_sequence', 'end_sequence'])
    .where('id', '=', id)
    .executeTakeFirst();
}

async function listRunEvents(
  db: Kysely<Database>,
  sequences: RunSequences,
  { since, upTo }: Window,
): Promise<readonly RunEvent[]> {
  const isNew = (sequence: number | null): sequence is number =>
    sequence !== null && sequence > since && sequence <= upTo;
  const { id, start_sequence: start, end_sequence: end } = sequences;
  const run = isNew(start) || isNew(end) ? await findRun(db, id) : undefined;
  if (run === undefined) return [];
  const events: RunEvent[] = [];
  if (isNew(start)) events.push({ sequence: start, run: id, type: 'run-start', conversations: run.spec.conversations });
  if (isNew(end)) events.push({ sequence: end, run: id, type: 'run-end', counts: run.counts });
  return events;
}

async function listTurnEvents(db: Kysely<Database>, { run, since, upTo, limit }: Window): Promise<readonly RunEvent[]> {
  const rows = await db
    .selectFrom('replies')
    .innerJoin('conversations', (join) =>
      join.onRef('conversations.run_no', '=', 'replies.run_no').onRef('conversations.no', '=', 'conversation_no'),
    )
    .innerJoin('messages', 'messages.no', 'message_no')
    .selectAll('replies')
    .select(nameColumns)
    .select('body')
    .where('replies.run_no', '=', run.no)
    .where('sequence', '>', since)
    .where('sequence', '<=', upTo)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const { message, texts } = new Texts(new Map([[row.message_no, row.body]])).getMessage(row.message_no);
    return {
      sequence: row.sequence,
      run: run.id,
      type: 'turn-end',
      conversation: toConversationName(row),
      by: row.said_by,
      turnIndex: row.turn_index,
      reply: toReplyText({ message, ...(texts === undefined ? {} : { texts }) }),
      ...(message.tool_calls === undefined ? {} : { toolCalls: message.tool_calls }),
      call: toCallRecord(row),
    };
  });
}

/** Text of a reply; empty when there are only tool calls. */
function toReplyText({ message, texts }: PlayedMessage): string {
  return typeof message.content === 'string' ? message.content : (texts ?? []).join('\n\n');
}

async function listVerdictEvents(
  db: Kysely<Database>,
  { run, since, upTo, limit }: Window,
): Promise<readonly RunEvent[]> {
  const rows = await db
    .selectFrom('verdicts')
    .innerJoin('conversations', (join) =>
      join.onRef('conversations.run_no', '=', 'verdicts.run_no').onRef('conversations.no', '=', 'conversation_no'),
    )
    .selectAll('verdicts')
    .select(nameColumns)
    .where('verdicts.run_no', '=', run.no)
    .where('grading', '=', 0)
    .where('sequence', '>', since)
    .where('sequence', '<=', upTo)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    sequence: row.sequence,
    run: run.id,
    type: 'verdict-end',
    conversation: toConversationName(row),
    verdict: toVerdict(row),
  }));
}

async function listCaseEvents(db: Kysely<Database>, { run, since, upTo, limit }: Window): Promise<readonly RunEvent[]> {
  const rows = await db
    .selectFrom('conversations')
    .selectAll()
    .where('run_no', '=', run.no)
    .where('end_sequence', '>', since)
    .where('end_sequence', '<=', upTo)
    .orderBy('end_sequence')
    .limit(limit)
    .execute();
  return rows.flatMap((row): RunEvent[] => {
    const end = toConversationEnd(row);
    if (end === undefined || row.end_sequence === null) return [];
    return [
      {
        sequence: row.end_sequence,
        run: run.id,
        type: 'case-end',
        conversation: toConversationName(row),
        status: end.status,
        ...(end.error === undefined ? {} : { error: end.error }),
      },
    ];
  });
}
