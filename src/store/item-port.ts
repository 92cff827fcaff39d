import type { ItemStatus } from '../conversation/item/item.ts';
import type { ItemContent } from '../curate/item-content.ts';

/** Unique. Both are kept as given, spaces and case included. */
export interface ItemKey {
  readonly dataset: string;
  readonly id: string;
}

/** An item as it is kept. */
export interface ItemRecord extends ItemKey {
  readonly status: ItemStatus;
  /** Counts the changes of content and status, from 1. */
  readonly revision: number;
  /** Another one after every change, also of the assignment; never the same again for this key, not even after a purge. Without quotes. */
  readonly etag: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
  readonly reviewedAt?: string;
  readonly assignedTo?: string;
  readonly assignedAt?: string;
  /** The person who skipped it, while it is skipped. */
  readonly skippedBy?: string;
  /** JSON of an `ItemBody`: what a GET answers, but for the fields above. */
  readonly body: string;
}

export type ItemAction =
  | 'create'
  | 'import'
  | 'edit'
  | 'approve'
  | 'skip'
  | 'draft'
  | 'delete'
  | 'restore'
  | 'duplicate';

/** What is to be kept of an item. A field that is absent stays as it is; null clears it. */
export interface ItemWrite {
  readonly action: ItemAction;
  readonly status: ItemStatus;
  /** Why, in the words of the person who did it. Kept in the audit log. */
  readonly reason?: string;
  /** Absent: the content stays as it is. */
  readonly content?: ItemContent;
  readonly reviewedAt?: string | null;
  readonly assignedTo?: string | null;
  /** The actor does not want to be offered this item again. */
  readonly isSkippedByActor?: boolean;
}

/** The outcome of a change: `result` comes from `decide`, `record` is the item as it is now. */
export interface ItemOutcome<Result> {
  readonly result: Result;
  readonly record?: ItemRecord;
}

/**
 * A change of one item. `decide` is called inside the writing transaction with the item as it is then, and says what to
 * write; without `write` nothing changes. It is synchronous, touches nothing else, and may be called again when the
 * transaction has to be. What it throws rejects this change alone.
 */
export interface ItemChange<Result> {
  readonly key: ItemKey;
  readonly actor: string;
  readonly decide: (
    current: ItemRecord | undefined,
    at: string,
  ) => { readonly result: Result; readonly write?: ItemWrite };
}

export interface ItemFilter {
  /** Default: all but `deleted`. */
  readonly statuses?: readonly ItemStatus[];
  readonly datasets?: readonly string[];
  /** The item has all of them, manual or computed. */
  readonly tags?: readonly string[];
  /** The item has none of them. */
  readonly excludeTags?: readonly string[];
  /** Some turn of the item has it, for each of them. */
  readonly turnTags?: readonly string[];
  readonly idPrefix?: string;
  /** Part of the url of a ref, of the item or of a turn, in any case of letters. */
  readonly refUrl?: string;
  /** Words that the item's texts all contain. "Quoted" words are adjacent; `word*` is the start of a word. */
  readonly keyword?: string;
  readonly assignedTo?: string;
}

export type ItemSort = 'updatedAt' | 'reviewedAt' | 'id' | 'totalReferences' | 'tagCount';

export interface ItemQuery extends ItemFilter {
  readonly sortBy?: ItemSort;
  readonly sortOrder?: 'asc' | 'desc';
  readonly limit: number;
  /** Where the page before ended. Throws a Fault `STORE_BAD_CURSOR` for one that is not ours, or of another sort. */
  readonly cursor?: string;
}

export interface ItemPage {
  readonly records: readonly ItemRecord[];
  /** Absent: there are no more. */
  readonly cursor?: string;
}

/** What a table shows of an item: short, however long its conversation is. */
export interface ItemBrief extends Omit<ItemRecord, 'body'> {
  /** JSON of an `ItemSummary`, with the passage that contains the keyword of the query. */
  readonly summary: string;
}

export interface ItemBriefPage {
  readonly briefs: readonly ItemBrief[];
  /** Absent: there are no more. */
  readonly cursor?: string;
}

export interface RevisionRecord {
  readonly revision: number;
  readonly at: string;
  readonly by: string;
  readonly action: ItemAction;
  readonly status: ItemStatus;
  readonly etag: string;
  /** JSON of an `ItemBody`. */
  readonly body: string;
}

export interface ItemStore {
  find(key: ItemKey): Promise<ItemRecord | undefined>;
  list(query: ItemQuery): Promise<ItemPage>;
  /** The same page with only what a table shows of each item. */
  listBriefs(query: ItemQuery): Promise<ItemBriefPage>;
  count(filter: ItemFilter): Promise<number>;
  /**
   * Every item that fits, by dataset and id in the order of their code points, as they all were at the moment the first
   * was asked for. Writes in the meantime take up disk space until the reading ends: read to the end, or stop.
   * `mayChange`: as they were then or later, for a reader that takes hours.
   */
  all(filter: ItemFilter, options?: { readonly mayChange?: boolean }): AsyncIterable<ItemRecord>;
  /** Changes that come at the same time are committed together. Resolves when the change is on disk. */
  change<Result>(change: ItemChange<Result>): Promise<ItemOutcome<Result>>;
  /**
   * Changes in batches, for imports. Each batch is a transaction of its own, on disk before its outcomes are returned.
   * With `keepsAll`: all batches are one transaction, and it is asked at the end whether to keep it. A later change sees
   * what an earlier one wrote. What a `decide` throws rejects everything not committed yet.
   */
  changeMany<Result>(
    batches: AsyncIterable<readonly ItemChange<Result>[]>,
    keepsAll?: () => boolean,
  ): AsyncIterable<readonly ItemOutcome<Result>[]>;
  /** Newest first. `before`: only older ones than this number. */
  revisions(
    key: ItemKey,
    options?: { readonly limit?: number; readonly before?: number },
  ): Promise<readonly RevisionRecord[]>;
  findRevision(key: ItemKey, revision: number): Promise<RevisionRecord | undefined>;
  /** The revision that this ETag was given for. */
  findRevisionByEtag(key: ItemKey, etag: string): Promise<RevisionRecord | undefined>;
  /** The question keys (`ItemIndex.questionKeys`) that approved items have too, each with one such item. */
  findApprovedQuestions(keys: readonly string[]): Promise<ReadonlyMap<string, ItemKey>>;
  /**
   * Erases an item with its revisions, labels, places in snapshots and the calibration samples made of it, also from
   * where it was on disk; the audit log keeps its events, without details. Takes as long as copying the database. False: there is none.
   */
  purge(key: ItemKey, actor: string): Promise<boolean>;
}

export interface QueueStore {
  /**
   * Fills the caller's queue up to `limit` items: first the caller's own, then unassigned drafts and skipped items, except
   * those that the caller skipped before; datasets by weight. Gives all of the caller's, at most `limit`.
   * Two callers never get the same item.
   */
  serve(caller: string, limit: number): Promise<readonly ItemRecord[]>;
  /** Drafts that are assigned to the caller, the earliest assigned first. */
  mine(caller: string): Promise<readonly ItemRecord[]>;
}
