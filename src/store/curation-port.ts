import type { ItemStatus } from '../conversation/item/item.ts';
import type { Label } from '../conversation/label.ts';
import type { DrawnLabels, LabelPick, LabelRequest } from '../conversation/label-request.ts';
import type { AssistantRolesOf } from '../curate/conversation-view.ts';
import type { TagGlossary, TagSchema } from '../curate/tag-schema.ts';
import type { ItemFilter, ItemKey, ItemStore, QueueStore } from './item-port.ts';

export interface LabelFilter {
  readonly dataset?: string;
  readonly item?: string;
  readonly run?: string;
  readonly question?: string;
  readonly rater?: string;
}

/** The store knows which labels a random draw asked for. */
export type NewLabel = Omit<Label, 'id' | 'at' | 'inclusionProbability'>;

export interface LabelStore {
  /** Appends, all or none. Ids sort by time. An unknown item in a subject is a Fault `ITEM_UNKNOWN`. */
  add(labels: readonly NewLabel[], options?: { readonly idempotencyKey?: IdempotencyKey }): Promise<readonly Label[]>;
  /** In the order they were given. `after`: id of the last label seen. */
  list(
    filter: LabelFilter,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<{ readonly labels: readonly Label[]; readonly cursor?: string }>;
}

export interface LabelRequestFilter {
  readonly question?: string;
  readonly dataset?: string;
  readonly run?: string;
}

export interface LabelRequestStore {
  /** Keeps a draw, all of it or nothing. Ids sort by time. */
  add(request: Omit<LabelRequest, 'id' | 'at'>, picks: readonly LabelPick[]): Promise<LabelRequest>;
  /** Oldest first, each with what it drew, in the order of the draw. */
  list(filter: LabelRequestFilter): Promise<readonly DrawnLabels[]>;
}

export interface DatasetRecord {
  readonly name: string;
  readonly description: string;
  /** Share of the queue, 0 or more; default 1. 0: never offered. */
  readonly weight: number;
  /** Roles besides `assistant` whose turns are assistant turns. */
  readonly assistantRoles: readonly string[];
  readonly createdAt: string;
  readonly etag: string;
  /** Items by status. */
  readonly counts: Readonly<Partial<Record<ItemStatus, number>>>;
}

/** A text or a piece of settings that several people edit. */
export interface Versioned<Value> {
  readonly value: Value;
  readonly etag: string;
  readonly updatedAt?: string;
  readonly updatedBy?: string;
}

/** A change of something with an ETag. Another ETag than the present one: Fault `STORE_STALE`. */
export interface Replacement<Value> {
  readonly value: Value;
  readonly actor: string;
  /** Absent: whatever is there is replaced. */
  readonly etag?: string;
}

/** What can be changed of a dataset. Absent: stays as it is. */
export interface DatasetSettings {
  readonly description?: string;
  readonly weight?: number;
  readonly assistantRoles?: readonly string[];
}

export interface DatasetStore {
  /** By name. A dataset is there from its first item, or from `create`. */
  list(): Promise<readonly DatasetRecord[]>;
  find(name: string): Promise<DatasetRecord | undefined>;
  /** False: it is there already. */
  create(dataset: DatasetSettings & { readonly name: string; readonly actor: string }): Promise<boolean>;
  replace(name: string, replacement: Replacement<DatasetSettings>): Promise<DatasetRecord | undefined>;
  /** The assistant roles of every dataset, as they are now. */
  assistantRoles(): Promise<AssistantRolesOf>;
  /** Markdown. Undefined: no such dataset. */
  findInstructions(name: string): Promise<Versioned<string> | undefined>;
  replaceInstructions(name: string, replacement: Replacement<string>): Promise<Versioned<string> | undefined>;
}

export interface TagUse {
  readonly tag: string;
  /** Items that have it, apart from deleted ones. */
  readonly items: number;
  /** Whether it was added to the list of tags, used or not. */
  readonly isListed: boolean;
}

export interface TagStore {
  /** Manual tags that are listed or used, by name. */
  list(): Promise<readonly TagUse[]>;
  add(tags: readonly string[], actor: string): Promise<void>;
  /** Takes tags from the list; items keep theirs. Gives how many were listed. */
  remove(tags: readonly string[], actor: string): Promise<number>;
  /** Where none was saved: the preset. */
  schema(): Promise<Versioned<TagSchema>>;
  replaceSchema(replacement: Replacement<TagSchema>): Promise<Versioned<TagSchema>>;
  glossary(): Promise<Versioned<TagGlossary>>;
  replaceGlossary(replacement: Replacement<TagGlossary>): Promise<Versioned<TagGlossary>>;
}

export interface SnapshotRecord {
  /** Made of the content hash: the same items give the same snapshot. */
  readonly id: string;
  readonly hash: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly filter: ItemFilter;
  readonly count: number;
}

export interface SnapshotItem extends ItemKey {
  readonly revision: number;
  readonly status: ItemStatus;
  /** JSON of an `ItemBody`. */
  readonly body: string;
}

export interface SnapshotStore {
  /** Items as keys and revisions. One with the same id is kept as it is. */
  save(
    snapshot: Omit<SnapshotRecord, 'createdAt'>,
    items: AsyncIterable<ItemKey & { readonly revision: number }>,
  ): Promise<SnapshotRecord>;
  /** Newest first. */
  list(): Promise<readonly SnapshotRecord[]>;
  find(id: string): Promise<SnapshotRecord | undefined>;
  /** By dataset and id. Items purged since are left out. */
  items(id: string): AsyncIterable<SnapshotItem>;
}

export interface AuditEvent {
  readonly sequence: number;
  readonly at: string;
  readonly by: string;
  /** `ItemAction`, or `assign`, `purge`, `label`, `dataset`, `instructions`, `tags`, `tag-schema`, `tag-glossary`, `snapshot`. */
  readonly action: string;
  readonly dataset?: string;
  readonly item?: string;
  readonly revision?: number;
  readonly detail?: string;
}

/** Events in order, from the one after `after` on; or the newest first, from the one before `before` on. */
export interface AuditPage {
  readonly limit: number;
  readonly after?: number;
  readonly newestFirst?: { readonly before?: number };
}

export interface AuditStore {
  /** Every change has one, written with it. */
  list(filter: { readonly dataset?: string; readonly item?: string }, page: AuditPage): Promise<readonly AuditEvent[]>;
}

/** A request that is carried out once. The same request sent again gets the first answer. */
export interface IdempotencyKey {
  readonly key: string;
  readonly actor: string;
  /** Hash of the request. */
  readonly request: string;
}

export interface IdempotentAnswer {
  readonly request: string;
  readonly status: number;
  readonly answer: string;
}

export interface IdempotencyStore {
  find(actor: string, key: string): Promise<IdempotentAnswer | undefined>;
  /** The first answer stays: gives the one that is kept. */
  save(key: IdempotencyKey, answer: Omit<IdempotentAnswer, 'request'>): Promise<IdempotentAnswer>;
  /** Removes answers older than this time (ISO). */
  prune(before: string): Promise<number>;
}

/** Counts over all datasets, kept up to date by the writes. */
export interface CurationStats {
  readonly datasets: number;
  readonly items: Readonly<Partial<Record<ItemStatus, number>>>;
  readonly labels: number;
  readonly raters: number;
}

/** Ground truth under review. Everything acknowledged here is on disk. */
export interface CurationStore {
  readonly items: ItemStore;
  readonly queue: QueueStore;
  readonly labels: LabelStore;
  readonly labelRequests: LabelRequestStore;
  readonly datasets: DatasetStore;
  readonly tags: TagStore;
  readonly snapshots: SnapshotStore;
  readonly audit: AuditStore;
  readonly idempotency: IdempotencyStore;
  stats(): Promise<CurationStats>;
  /** Throws when the database cannot be read or written now. */
  check(): Promise<void>;
}
