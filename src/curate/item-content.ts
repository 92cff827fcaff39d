import { Item, type ItemAudit, type ItemStatus } from '../conversation/item/item.ts';
import { auditKeys } from '../conversation/item/written-item.ts';
import { countReferences } from './aggregate-refs.ts';
import { toComputedTags } from './computed-tags.ts';
import { withAssistantRoles } from './conversation-view.ts';
import { toItemIndex } from './item-index.ts';
import { listWarnings } from './warnings.ts';

/** A warning at a JSON path of the item. It never blocks a save. */
export interface ItemWarning {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** The stored part of an item and what is computed from it: the answer to a GET without status, times, names and ETag. */
export interface ItemBody extends Omit<Item, 'status' | 'audit'> {
  /** Manual and computed ones. */
  readonly tags: readonly string[];
  readonly computedTags: readonly string[];
  readonly totalReferences: number;
  readonly _warnings?: readonly ItemWarning[];
}

/** The search index entry of an item. */
export interface ItemIndex {
  readonly manualTags: readonly string[];
  readonly computedTags: readonly string[];
  /** Each once. */
  readonly turnTags: readonly string[];
  /** Urls of all refs, each once. */
  readonly refUrls: readonly string[];
  /** Every text that full-text search looks through: question, answer, turns, comment, titles of refs. */
  readonly texts: readonly string[];
  /** Folded questions, hashed: equal ones ask the same. */
  readonly questionKeys: readonly string[];
  readonly totalReferences: number;
}

/** An item in the form in which it is stored. */
export interface ItemContent {
  /** JSON of an `ItemBody`. */
  readonly body: string;
  readonly index: ItemIndex;
}

/** The fields of a body in a fixed order, so that equal items have equal bytes. */
export const contentFields = Item.keyof().options.filter((field) => field !== 'status' && field !== 'audit');

/** The stored form of an item: its body and its index entry. `assistantRoles`: those that its dataset names. */
export function toItemContent(item: Item, assistantRoles: readonly string[] = []): ItemContent {
  const totalReferences = countReferences(item);
  const seen = withAssistantRoles(item, assistantRoles);
  const computedTags = toComputedTags(seen, totalReferences);
  const warnings = listWarnings(seen);
  const body: Record<string, unknown> = {};
  for (const field of contentFields) if (item[field] !== undefined) body[field] = item[field];
  body.tags = toAllTags(item.manualTags, computedTags);
  body.computedTags = computedTags;
  body.totalReferences = totalReferences;
  if (warnings.length > 0) body._warnings = warnings;
  return { body: JSON.stringify(body), index: toItemIndex(item, { computedTags, totalReferences }) };
}

function toAllTags(manual: readonly string[], computed: readonly string[]): readonly string[] {
  return manual.length === 0 ? computed : [...new Set([...manual, ...computed])];
}

/** The index entry of a stored body. Its computed tags are kept: they depend on the dataset as well as on the item. */
export function toIndexOfBody(body: string, status: ItemStatus): ItemIndex {
  // A body is only ever written by toItemContent, which has its type.
  const { computedTags, totalReferences } = JSON.parse(body) as ItemBody;
  return toItemIndex(fromBody(body, status), { computedTags, totalReferences });
}

/** The item of a body. `toItemContent` wrote its JSON, so it is not validated again. */
export function fromBody(body: string | ItemBody, status: ItemStatus): Item {
  // A body is only ever written by toItemContent, which has its type.
  const read = typeof body === 'string' ? (JSON.parse(body) as ItemBody) : body;
  const { tags: _all, computedTags: _computed, totalReferences: _count, _warnings, ...content } = read;
  return { ...content, status };
}

/** An item in the shape of founding document 003. */
export type FoundingItem = Readonly<Record<string, unknown>>;

/**
 * An item in the shape of founding document 003, with keys in a fixed order. The shape lacks the two middle states, so they
 * are written as draft, with the real status under `meta`. `audit` adds who changed it and when.
 */
export function toFoundingItem(
  content: Omit<Item, 'status' | 'audit'>,
  status: ItemStatus,
  audit?: ItemAudit,
): FoundingItem {
  const isMiddle = status === 'in-review' || status === 'awaiting-adjudication';
  const written: Record<string, unknown> = {};
  for (const field of contentFields) {
    // In the founding shape, the status comes after the names and before the content.
    if (field === 'docType') written.status = isMiddle ? 'draft' : status;
    if (field === 'meta') addMeta(written, content.meta, isMiddle ? status : undefined);
    else if (content[field] !== undefined) written[field] = content[field];
  }
  for (const key of auditKeys) if (audit?.[key] !== undefined) written[key] = audit[key];
  return written;
}

function addMeta(written: Record<string, unknown>, meta: Item['meta'], middle: ItemStatus | undefined): void {
  const { status: _told, ...rest } = meta;
  const shown = middle === undefined ? meta : { ...rest, status: middle };
  if (Object.keys(shown).length > 0) written.meta = shown;
}
