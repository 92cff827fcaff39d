import type { Kysely } from 'kysely';
import { insertAuditEventStatement } from '../curation/audit-events.ts';
import { findDatasetNumberStatement, insertDatasetStatement } from '../curation/datasets.ts';
import type { Connection } from '../sqlite/connection.ts';
import { takeSequenceStatement } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import {
  findItemToChangeStatement,
  insertBodyStatement,
  insertItemStatement,
  insertSkipStatement,
  updateItemStatement,
} from './items.ts';
import { insertRevisionStatement } from './revisions.ts';

export type ItemStatements = ReturnType<typeof prepareItemStatements>;

/** What runs for every item that is written. */
export function prepareItemStatements(connection: Connection, db: Kysely<Database>) {
  return {
    takeSequence: connection.prepare(takeSequenceStatement(db)),
    findDatasetNumber: connection.prepare(findDatasetNumberStatement(db)),
    insertDataset: connection.prepare(insertDatasetStatement(db)),
    findItem: connection.prepare(findItemToChangeStatement(db)),
    insertItem: connection.prepare(insertItemStatement(db)),
    updateItem: connection.prepare(updateItemStatement(db)),
    insertBody: connection.prepare(insertBodyStatement(db)),
    insertRevision: connection.prepare(insertRevisionStatement(db)),
    insertSkip: connection.prepare(insertSkipStatement(db)),
    insertAuditEvent: connection.prepare(insertAuditEventStatement(db)),
  };
}
