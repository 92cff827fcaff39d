import type { StatementSync } from 'node:sqlite';
import type { CompiledQuery, Kysely } from 'kysely';
import { insertAuditEventQuery } from '../curation/audit-events.ts';
import { countItemsQuery } from '../curation/curation-counts.ts';
import { findDatasetNumberQuery, insertDatasetQuery } from '../curation/datasets.ts';
import { countTagQuery } from '../curation/tags.ts';
import type { Connection } from '../sqlite/connection.ts';
import { takeSequenceQuery } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import {
  deleteItemTagQuery,
  deleteQuestionQuery,
  insertBodyQuery,
  insertItemTagQuery,
  insertQuestionQuery,
} from './item-rows.ts';
import { findItemToChangeQuery, insertItemQuery, insertSkipQuery, updateItemQuery } from './items.ts';
import { insertRevisionQuery } from './revisions.ts';

export type ItemStatements = ReturnType<typeof prepareItemStatements>;

/** What is run for every item that is written, compiled once, as for runs. */
export function prepareItemStatements(connection: Connection, db: Kysely<Database>) {
  const prepare = (query: { compile(): CompiledQuery }): StatementSync => connection.prepare(query.compile().sql);
  return {
    takeSequence: prepare(takeSequenceQuery(db, 0)),
    findDatasetNumber: prepare(findDatasetNumberQuery(db)),
    insertDataset: prepare(insertDatasetQuery(db)),
    findItem: prepare(findItemToChangeQuery(db)),
    insertItem: prepare(insertItemQuery(db)),
    updateItem: prepare(updateItemQuery(db)),
    insertBody: prepare(insertBodyQuery(db)),
    insertRevision: prepare(insertRevisionQuery(db)),
    insertItemTag: prepare(insertItemTagQuery(db)),
    deleteItemTag: prepare(deleteItemTagQuery(db)),
    insertQuestion: prepare(insertQuestionQuery(db)),
    deleteQuestion: prepare(deleteQuestionQuery(db)),
    insertSkip: prepare(insertSkipQuery(db)),
    insertAuditEvent: prepare(insertAuditEventQuery(db)),
    countItems: prepare(countItemsQuery(db)),
    countTag: prepare(countTagQuery(db)),
  };
}
