import type { Kysely } from 'kysely';
import type { JudgeCosts } from '../../conversation/judge/judgment.ts';
import { CallRecord } from '../../conversation/run/run-record.ts';
import { listGradedStatuses } from '../gradings/graded-conversations.ts';
import type { GradingChoice } from '../port.ts';
import type { Database } from '../tables/database.ts';
import { parseWith } from '../tables/json-column.ts';
import { type GradingLayer, listEffective, listGradedLayers, readLayers } from './effective-verdicts.ts';
import { groupByConversation } from './messages.ts';
import { findRunNumber } from './runs.ts';

const callsAtOnce = 2000;

/** The cost of a call. */
const CallCost = CallRecord.pick({ costUsd: true, cached: true, rateLimited: true }).strip();

/** What judges cost, a page of calls at a time. A run without judges takes one look. */
export async function readJudgeCosts(
  db: Kysely<Database>,
  id: string,
  choice: GradingChoice,
): Promise<readonly JudgeCosts[]> {
  const run = await findRunNumber(db, id);
  if (run === undefined) return [];
  const layers = await readLayers(db, { run, id, ...choice });
  const columns = new Map<string, JudgeCosts>();
  let rows: readonly CallRow[];
  let last = { conversation_no: 0, sequence: 0 };
  do {
    rows = await listCalls(db, { run, layers, after: last });
    for (const row of await listRead(db, { run, layers, rows })) addCall(columns, row);
    last = rows.at(-1) ?? last;
  } while (rows.length === callsAtOnce);
  return [...columns.values()];
}

type CallRow = Awaited<ReturnType<typeof listCalls>>[number];

interface Page {
  readonly run: number;
  readonly layers: readonly GradingLayer[];
}

/** The calls behind verdicts. A verdict that was taken back leaves its judgment without one. */
async function listCalls(
  db: Kysely<Database>,
  { run, layers, after }: Page & { readonly after: { readonly conversation_no: number; readonly sequence: number } },
) {
  return db
    .selectFrom('judgments as judgment')
    .innerJoin('conversations as conversation', (join) =>
      join
        .onRef('conversation.run_no', '=', 'judgment.run_no')
        .onRef('conversation.no', '=', 'judgment.conversation_no'),
    )
    .innerJoin('verdicts as verdict', (join) =>
      join
        .onRef('verdict.run_no', '=', 'judgment.run_no')
        .onRef('verdict.conversation_no', '=', 'judgment.conversation_no')
        .onRef('verdict.turn_index', '=', 'judgment.turn_index')
        .onRef('verdict.grader', '=', 'judgment.grader')
        .onRef('verdict.grading', '=', 'judgment.grading')
        .onRef('verdict.sequence', '=', 'judgment.sequence'),
    )
    .select([
      'judgment.conversation_no',
      'judgment.sequence',
      'judgment.grader',
      'judgment.turn_index',
      'judgment.grading',
    ])
    .select(['judgment.call', 'conversation.target', 'conversation.send', 'conversation.play'])
    .where('judgment.run_no', '=', run)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('judgment.conversation_no', 'judgment.sequence'), '>', tuple(after.conversation_no, after.sequence)),
    )
    .where('judgment.call', 'is not', null)
    .where('conversation.status', 'is not', null)
    .where(
      'judgment.grading',
      'in',
      layers.map(({ grading }) => grading),
    )
    .orderBy('judgment.conversation_no')
    .orderBy('judgment.sequence')
    .limit(callsAtOnce)
    .execute();
}

/** The calls whose verdicts are read. */
async function listRead(
  db: Kysely<Database>,
  { run, layers, rows }: Page & { readonly rows: readonly CallRow[] },
): Promise<readonly CallRow[]> {
  if (layers.length === 1) return rows;
  const [first, last] = [rows[0]?.conversation_no ?? 0, rows.at(-1)?.conversation_no ?? 0];
  const gradedOf = groupByConversation(await listGradedStatuses(db, { run, first, last }));
  return [...groupByConversation(rows)].flatMap(([number, calls]) => {
    const graded = new Set(gradedOf.get(number)?.map(({ grading }) => grading));
    return listEffective(
      calls,
      listGradedLayers(layers, (grading) => graded.has(grading)),
    );
  });
}

function addCall(columns: Map<string, JudgeCosts>, { target, send, play, ...row }: CallRow): void {
  const what = `judgment ${row.grader} of conversation ${row.conversation_no}`;
  const { costUsd, cached, rateLimited = 0 } = parseWith(CallCost, row.call ?? '', what);
  const key = `${send} ${play} ${target}`;
  const sum = columns.get(key) ?? { target, send, play, calls: 0, cached: 0, known: 0, unknown: 0 };
  columns.set(key, {
    ...sum,
    calls: sum.calls + 1,
    cached: sum.cached + Number(cached === true),
    known: sum.known + (costUsd ?? 0),
    unknown: sum.unknown + Number(costUsd === null),
    ...(rateLimited === 0 ? {} : { rateLimited: (sum.rateLimited ?? 0) + rateLimited }),
  });
}
