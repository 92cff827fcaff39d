import type { Kysely } from 'kysely';
import type { Connection } from '../sqlite/connection.ts';
import { takeSequenceStatement } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { insertAbandonedStatement, moveRecordStatements, setAttemptStatement } from './abandoned-attempts.ts';
import {
  endConversationStatement,
  findStatusStatement,
  insertConversationStatement,
  insertTurnStatement,
  listMarksStatement,
  reopenConversationStatement,
} from './conversations.ts';
import { insertJudgmentStatement } from './judgments.ts';
import { findMessageStatement, insertMessageStatement, insertMessageUseStatement } from './messages.ts';
import { insertReplyStatement } from './replies.ts';
import { countRunStatement, replaceSpecStatement } from './runs.ts';
import { deleteConversationVerdictsStatement, insertVerdictStatement } from './verdicts.ts';

export type RunStatements = ReturnType<typeof prepareRunStatements>;
export type MessageStatements = ReturnType<typeof prepareMessageStatements>;

/** What runs for every record. */
export function prepareRunStatements(connection: Connection, db: Kysely<Database>) {
  return {
    takeSequence: connection.prepare(takeSequenceStatement(db)),
    insertConversation: connection.prepare(insertConversationStatement(db)),
    endConversation: connection.prepare(endConversationStatement(db)),
    findStatus: connection.prepare(findStatusStatement(db)),
    listMarks: connection.prepare(listMarksStatement(db)),
    reopenConversation: connection.prepare(reopenConversationStatement(db)),
    setAttempt: connection.prepare(setAttemptStatement(db)),
    insertAbandoned: connection.prepare(insertAbandonedStatement(db)),
    moveRecords: moveRecordStatements(db).map((statement) => connection.prepare(statement)),
    ...prepareMessageStatements(connection, db),
    insertTurn: connection.prepare(insertTurnStatement(db)),
    insertReply: connection.prepare(insertReplyStatement(db)),
    insertVerdict: connection.prepare(insertVerdictStatement(db)),
    insertJudgment: connection.prepare(insertJudgmentStatement(db)),
    deleteConversationVerdicts: connection.prepare(deleteConversationVerdictsStatement(db)),
    replaceSpec: connection.prepare(replaceSpecStatement(db)),
    countRun: connection.prepare(countRunStatement(db)),
  };
}

/** What stores texts. */
export function prepareMessageStatements(connection: Connection, db: Kysely<Database>) {
  return {
    insertMessage: connection.prepare(insertMessageStatement(db)),
    findMessage: connection.prepare(findMessageStatement(db)),
    insertMessageUse: connection.prepare(insertMessageUseStatement(db)),
  };
}
