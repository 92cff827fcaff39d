import type { StatementSync } from 'node:sqlite';
import type { CompiledQuery, Kysely } from 'kysely';
import type { Connection } from '../sqlite/connection.ts';
import { takeSequenceQuery } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { insertAbandonedQuery, moveRecordQueries, setAttemptQuery } from './abandoned-attempts.ts';
import {
  endConversationQuery,
  findStatusQuery,
  insertConversationQuery,
  insertTurnQuery,
  listMarksQuery,
  reopenConversationQuery,
} from './conversations.ts';
import { insertJudgmentQuery } from './judgments.ts';
import { findMessageQuery, insertMessageQuery, insertMessageUseQuery } from './messages.ts';
import { insertReplyQuery } from './replies.ts';
import { countRunQuery, replaceSpecQuery } from './runs.ts';
import { deleteConversationVerdictsQuery, insertVerdictQuery } from './verdicts.ts';

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
