import type { Kysely } from 'kysely';
import { type ItemContent, type ItemIndex, toIndexOfBody } from '../../curate/item-content.ts';
import { insertAuditEventStatement } from '../curation/audit-events.ts';
import { CurationCounts, prepareCountStatements } from '../curation/curation-counts.ts';
import { findDatasetNumberStatement, insertDatasetStatement } from '../curation/datasets.ts';
import type { ItemChange, ItemKey, ItemOutcome, ItemRecord, ItemWrite } from '../item-port.ts';
import type { Connection } from '../sqlite/connection.ts';
import { takeSequenceStatement, takeSequences } from '../tables/counters.ts';
import type { Database } from '../tables/database.ts';
import { type FoundBy, ItemRows, parseFoundBy, toFoundBy } from './item-rows.ts';
import {
  findItemToChangeStatement,
  type ItemRow,
  insertBodyStatement,
  insertItemStatement,
  insertSkipStatement,
  toItemRecord,
  updateItemStatement,
} from './items.ts';
import { insertRevisionStatement } from './revisions.ts';

type ItemStatements = ReturnType<typeof prepareItemStatements>;

/** What runs for every item that is written. */
function prepareItemStatements(connection: Connection, db: Kysely<Database>) {
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

/** An item as it is found for a change. */
export interface ItemToChange extends ItemRow {
  found_by: string;
}

/** The outcome of a change. An error comes from its `decide`, and then nothing was written. */
export type Decided<Result> = { readonly outcome: ItemOutcome<Result> } | { readonly error: unknown };

/** The actor and the time of a change. */
export interface Writing {
  readonly actor: string;
  readonly at: string;
}

/** Writes items inside the caller's transaction: `start`, changes, `finish`; after a rollback `forget`. */
export class ItemWriter {
  readonly #statements: ItemStatements;
  readonly #rows: ItemRows;
  readonly #counts: CurationCounts;
  readonly #datasets = new Map<string, number>();
  #sequence = 0;
  #lastSequence = 0;
  #expected = 1;

  constructor(connection: Connection, db: Kysely<Database>) {
    this.#statements = prepareItemStatements(connection, db);
    this.#rows = new ItemRows(connection, db);
    this.#counts = new CurationCounts(prepareCountStatements(connection, db));
  }

  /** `expected`: the most changes there may be. Their numbers are taken at once. */
  start(expected: number): void {
    this.#expected = Math.max(expected, 1);
    this.#sequence = 0;
    this.#lastSequence = 0;
  }

  finish(): void {
    this.#counts.write();
  }

  /** Nothing since the last commit was kept, including new datasets. */
  forget(): void {
    this.#counts.clear();
    this.#datasets.clear();
  }

  find({ dataset, id }: ItemKey): ItemToChange | undefined {
    return this.#statements.findItem.get({ dataset, id });
  }

  change<Result>({ key, actor, decide }: ItemChange<Result>, at: string): Decided<Result> {
    const current = this.find(key);
    const record = current === undefined ? undefined : toItemRecord(current);
    let result: Result;
    let prepared: Prepared | undefined;
    try {
      const decision = decide(record, at);
      result = decision.result;
      prepared = decision.write === undefined ? undefined : prepare(decision.write, current);
    } catch (error) {
      return { error };
    }
    if (prepared === undefined) return { outcome: record === undefined ? { result } : { result, record } };
    const writing = { actor, at };
    const written = 'current' in prepared ? this.#update(prepared, writing) : this.#insert(key, prepared, writing);
    return { outcome: { result, record: written } };
  }

  update(current: ItemToChange, write: ItemWrite, writing: Writing): ItemRecord {
    return this.#update(prepareUpdate(write, current), writing);
  }

  #update({ write, current, index, foundBy }: PreparedUpdate, { actor, at }: Writing): ItemRecord {
    const { content, status } = write;
    const row: ItemRow = {
      ...current,
      status,
      sequence: this.#takeSequence(),
      version: current.version + 1,
      revision: current.revision + 1,
      body: content?.body ?? current.body,
      body_no: content === undefined ? current.body_no : this.#insertBody(content),
      updated_at: at,
      updated_by: actor,
      ...toReviewColumns(write, { actor, at }, current),
      ...toMetrics(index),
    };
    this.#statements.updateItem.run(row);
    this.#rows.delete(current, foundBy);
    this.#rows.insert(row, index);
    this.#counts.add({ dataset: row.dataset_no, status: current.status, tags: foundBy }, -1);
    return this.#recordChange(row, write, index);
  }

  /** Deletes the rows by which an item is found, and subtracts it from the counts. */
  withdraw(item: ItemToChange): void {
    const foundBy = parseFoundBy(item.found_by, item.body_no);
    this.#rows.delete(item, foundBy);
    this.#counts.add({ dataset: item.dataset_no, status: item.status, tags: foundBy }, -1);
  }

  #insert({ dataset, id }: ItemKey, { write, content }: PreparedInsert, { actor, at }: Writing): ItemRecord {
    const columns = {
      status: write.status,
      sequence: this.#takeSequence(),
      version: 1,
      revision: 1,
      body_no: this.#insertBody(content),
      updated_at: at,
      updated_by: actor,
      ...toReviewColumns(write, { actor, at }),
      ...toMetrics(content.index),
    };
    const datasetNumber = this.#getDataset(dataset, at);
    const created = { ...columns, dataset_no: datasetNumber, id, created_at: at };
    const no = getNumber(this.#statements.insertItem.insert(created));
    const row: ItemRow = { ...created, no, dataset, body: content.body };
    this.#rows.insert(row, content.index);
    return this.#recordChange(row, write, content.index);
  }

  /** Every change adds a revision and an event, and changes the counts. */
  #recordChange(row: ItemRow, write: ItemWrite, index: ItemIndex): ItemRecord {
    const { insertRevision, insertAuditEvent, insertSkip } = this.#statements;
    const { no, dataset, id, status, sequence, revision, version, body_no, updated_at: at, updated_by: by } = row;
    const { action, reason: detail = null } = write;
    insertRevision.run({ item_no: no, revision, version, body_no, status, action, at, by });
    insertAuditEvent.run({ sequence, at, by, action, dataset, item: id, revision, detail });
    if (write.isSkippedByActor === true) insertSkip.run({ item_no: no, who: by });
    const tags = { manual: index.manualTags, computed: index.computedTags, turn: index.turnTags };
    this.#counts.add({ dataset: row.dataset_no, status, tags }, 1);
    return toItemRecord(row);
  }

  #insertBody(content: ItemContent): number {
    const { index, body } = content;
    return getNumber(this.#statements.insertBody.insert({ found_by: toFoundBy(index), body }));
  }

  #getDataset(name: string, at: string): number {
    const known = this.#datasets.get(name);
    if (known !== undefined) return known;
    const { findDatasetNumber, insertDataset } = this.#statements;
    const number = findDatasetNumber.get({ name })?.no ?? getNumber(insertDataset.insert({ name, created_at: at }));
    this.#datasets.set(name, number);
    return number;
  }

  #takeSequence(): number {
    if (this.#sequence === this.#lastSequence) {
      this.#sequence = takeSequences(this.#statements, this.#expected) - 1;
      this.#lastSequence = this.#sequence + this.#expected;
    }
    this.#sequence += 1;
    return this.#sequence;
  }
}

function getNumber(no: number | undefined): number {
  if (no === undefined) throw new Error('A row was not inserted.');
  return no;
}

interface PreparedInsert {
  readonly write: ItemWrite;
  readonly content: ItemContent;
}

interface PreparedUpdate {
  readonly write: ItemWrite;
  readonly current: ItemToChange;
  /** What the item will be found by, and what it is found by. */
  readonly index: ItemIndex;
  readonly foundBy: FoundBy;
}

type Prepared = PreparedInsert | PreparedUpdate;

/** Whatever may throw does so here, before anything is written: it concerns this change alone. */
function prepare(write: ItemWrite, current: ItemToChange | undefined): Prepared {
  if (current !== undefined) return prepareUpdate(write, current);
  if (write.content === undefined) throw new Error('A new item needs content.');
  return { write, content: write.content };
}

function prepareUpdate(write: ItemWrite, current: ItemToChange): PreparedUpdate {
  const index = write.content?.index ?? toIndexOfBody(current.body, current.status);
  return { write, current, index, foundBy: parseFoundBy(current.found_by, current.body_no) };
}

function toMetrics(index: ItemIndex) {
  const { manualTags, computedTags, totalReferences } = index;
  return { total_references: totalReferences, tag_count: manualTags.length + computedTags.length };
}

type ReviewColumns = Pick<ItemRow, 'reviewed_at' | 'assigned_to' | 'assigned_at' | 'skipped_by'>;

const unreviewed: ReviewColumns = { reviewed_at: '', assigned_to: null, assigned_at: null, skipped_by: null };

function toReviewColumns(
  { status, reviewedAt, assignedTo, isSkippedByActor }: ItemWrite,
  { actor, at }: Writing,
  current: ReviewColumns = unreviewed,
): ReviewColumns {
  const skipper = isSkippedByActor === true ? actor : current.skipped_by;
  const columns = {
    reviewed_at: reviewedAt === undefined ? current.reviewed_at : (reviewedAt ?? ''),
    skipped_by: status === 'skipped' ? skipper : null,
  };
  if (assignedTo === undefined || assignedTo === current.assigned_to) {
    return { ...columns, assigned_to: current.assigned_to, assigned_at: current.assigned_at };
  }
  return { ...columns, assigned_to: assignedTo, assigned_at: assignedTo === null ? null : at };
}
