import type { StatementSync } from 'node:sqlite';
import type { CompiledQuery, Kysely } from 'kysely';
import { insertAbandonedQuery, moveRecordQueries, setAttemptQuery } from '../tables/abandoned-attempts.ts';
import {
  endConversationQuery,
  findStatusQuery,
  insertConversationQuery,
  listMarksQuery,
  reopenConversationQuery,
} from '../tables/conversations.ts';
import { takeSequenceQuery } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { insertJudgmentQuery } from '../tables/judgments.ts';
import { findMessageQuery, insertMessageQuery, insertMessageUseQuery } from '../tables/messages.ts';
import { insertReplyQuery } from '../tables/replies.ts';
import { countRunQuery, endRunQuery, replaceSpecQuery } from '../tables/runs.ts';
import { insertTurnQuery } from '../tables/turns.ts';
import { deleteConversationVerdictsQuery, insertVerdictQuery } from '../tables/verdicts.ts';
import type { Connection } from './connection.ts';

export type RunStatements = ReturnType<typeof prepareRunStatements>;
export type MessageStatements = ReturnType<typeof prepareMessageStatements>;

/**
 * What is run for every record, compiled once: Kysely takes longer to build a statement than SQLite to run it. The
 * values the queries are built with only stand for parameters, in their order.
 */
export function prepareRunStatements(connection: Connection, db: Kysely<Database>) {
  const prepare = (query: { compile(): CompiledQuery }): StatementSync => connection.prepare(query.compile().sql);
  return {
    takeSequence: prepare(takeSequenceQuery(db, 0)),
    insertConversation: prepare(insertConversationQuery(db)),
    endConversation: prepare(endConversationQuery(db)),
    findStatus: prepare(findStatusQuery(db)),
    listMarks: prepare(listMarksQuery(db)),
    reopenConversation: prepare(reopenConversationQuery(db)),
    setAttempt: prepare(setAttemptQuery(db)),
    insertAbandoned: prepare(insertAbandonedQuery(db)),
    moveRecords: moveRecordQueries(db).map(prepare),
    ...prepareMessageStatements(connection, db),
    insertTurn: prepare(insertTurnQuery(db)),
    insertReply: prepare(insertReplyQuery(db)),
    insertVerdict: prepare(insertVerdictQuery(db)),
    insertJudgment: prepare(insertJudgmentQuery(db)),
    deleteConversationVerdicts: prepare(deleteConversationVerdictsQuery(db)),
    replaceSpec: prepare(replaceSpecQuery(db)),
    countRun: prepare(countRunQuery(db)),
    endRun: prepare(endRunQuery(db)),
  };
}

/** What puts texts into the store. */
export function prepareMessageStatements(connection: Connection, db: Kysely<Database>) {
  const prepare = (query: { compile(): CompiledQuery }): StatementSync => connection.prepare(query.compile().sql);
  return {
    insertMessage: prepare(insertMessageQuery(db)),
    findMessage: prepare(findMessageQuery(db)),
    insertMessageUse: prepare(insertMessageUseQuery(db)),
  };
}
