import type { Generated } from 'kysely';
import type { ItemStatus } from '../../conversation/item/item.ts';
import type { ItemAction } from '../item-port.ts';

/** The tables of ground truth under review. */
export interface CurationTables {
  datasets: DatasetTable;
  dataset_counts: DatasetCountTable;
  items: ItemTable;
  bodies: BodyTable;
  revisions: RevisionTable;
  item_tags: ItemTagTable;
  tags: TagTable;
  questions: QuestionTable;
  skips: SkipTable;
  labels: LabelTable;
  label_requests: LabelRequestTable;
  label_picks: LabelPickTable;
  raters: RaterTable;
  settings: SettingTable;
  snapshots: SnapshotTable;
  snapshot_items: SnapshotItemTable;
  audit_events: AuditEventTable;
  once_keys: OnceKeyTable;
}

/** Datasets are never deleted, so a number once read stays right. */
export interface DatasetTable {
  no: Generated<number>;
  name: string;
  weight: number;
  created_at: string;
  version: number;
  /** JSON of a text. */
  description: string;
  /** JSON of a text: half of a character pair is kept as it is. */
  instructions: string;
  instructions_version: number;
  instructions_at: string | null;
  instructions_by: string | null;
  /** JSON of a list of roles that speak for the assistant. */
  assistant_roles: string;
}

export interface DatasetCountTable {
  dataset_no: number;
  status: ItemStatus;
  items: number;
}

export interface ItemTable {
  /** Never given twice, so that no ETag is repeated after a purge. */
  no: Generated<number>;
  dataset_no: number;
  id: string;
  status: ItemStatus;
  /** A new one for every change of content or status: the order of `updated_at`. */
  sequence: number;
  /** Counts every change, also of the assignment. */
  version: number;
  revision: number;
  body_no: number;
  created_at: string;
  updated_at: string;
  updated_by: string;
  /** Empty: never. Not null, so that it has its place among the others when sorted. */
  reviewed_at: string;
  assigned_to: string | null;
  assigned_at: string | null;
  /** While it is skipped. */
  skipped_by: string | null;
  total_references: number;
  tag_count: number;
}

/** Contents of items, each belonging to one item. Revisions that change only the status share one. */
export interface BodyTable {
  no: Generated<number>;
  /** JSON of `FoundBy`: the rows in other tables that the item is found by while this is its content. */
  found_by: string;
  /** JSON of the ItemBody. */
  body: string;
}

export interface RevisionTable {
  item_no: number;
  revision: number;
  /** What the item's was after this change. */
  version: number;
  body_no: number;
  status: ItemStatus;
  action: ItemAction;
  at: string;
  by: string;
}

/** Tags of items in the order of the items' last change. */
export interface ItemTagTable {
  /** `item`: manual or computed. `turn`: of some turn. */
  scope: 'item' | 'turn';
  tag: string;
  /** That of the item. */
  sequence: number;
}

export type TagKind = 'manual' | 'computed' | 'turn';

/** How many items have a tag, deleted ones apart, and whether it is on the list of tags. */
export interface TagTable {
  kind: TagKind;
  tag: string;
  items: number;
  /** null: not on the list. */
  added_at: string | null;
  added_by: string | null;
}

/** What approved items ask. */
export interface QuestionTable {
  key: string;
  item_no: number;
}

/** People who skipped an item, and are not offered it again. */
export interface SkipTable {
  item_no: number;
  who: string;
}

export interface LabelTable {
  sequence: number;
  dataset: string | null;
  item: string | null;
  run: string | null;
  question: string;
  rater: string;
  /** JSON of the Label without its id. */
  label: string;
}

/** Random draws of conversations for people to score. */
export interface LabelRequestTable {
  sequence: number;
  question: string;
  dataset: string | null;
  run: string | null;
  /** JSON of the LabelRequest without its id. */
  request: string;
}

export interface LabelPickTable {
  request: number;
  /** In the order of the draw. */
  position: number;
  question: string;
  dataset: string | null;
  item: string | null;
  run: string | null;
  /** JSON of the LabelPick. */
  pick: string;
}

export interface RaterTable {
  name: string;
  labels: number;
}

export interface SettingTable {
  name: 'tag-schema' | 'tag-glossary';
  version: number;
  at: string;
  by: string;
  /** JSON. */
  value: string;
}

export interface SnapshotTable {
  no: Generated<number>;
  /** null: not complete, and hidden. */
  id: string | null;
  hash: string;
  created_at: string;
  created_by: string;
  count: number;
  /** JSON of the ItemFilter. */
  filter: string;
}

export interface SnapshotItemTable {
  snapshot_no: number;
  dataset: string;
  id: string;
  item_no: number;
  revision: number;
}

export interface AuditEventTable {
  sequence: number;
  at: string;
  by: string;
  action: string;
  dataset: string | null;
  item: string | null;
  revision: number | null;
  detail: string | null;
}

export interface OnceKeyTable {
  actor: string;
  key: string;
  at: string;
  request: string;
  status: number;
  answer: string;
}
