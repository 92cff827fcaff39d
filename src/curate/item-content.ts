import { Item, type ItemStatus } from '../conversation/item/item.ts';
import { countReferences } from './aggregate-refs.ts';
import { toComputedTags } from './computed-tags.ts';
import { toItemIndex } from './item-index.ts';
import { listWarnings } from './warnings.ts';

/** Something worth a look, at a JSON path of the item. It never keeps an item from being saved. */
export interface ItemWarning {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** What is kept of an item and what is computed from it: the answer to a GET but for status, times, names and ETag. */
export interface ItemBody extends Omit<Item, 'status' | 'audit'> {
  /** Manual and computed ones. */
  readonly tags: readonly string[];
  readonly computedTags: readonly string[];
  readonly totalReferences: number;
  readonly _warnings?: readonly ItemWarning[];
}

/** What an item is found by. */
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

/** An item made ready to be kept. */
export interface ItemContent {
  /** JSON of an `ItemBody`. */
  readonly body: string;
  readonly index: ItemIndex;
}

/** The fields of an item that its body has, in their order, so that an item written twice is the same bytes. */
export const contentFields = Item.keyof().options.filter((field) => field !== 'status' && field !== 'audit');

/** Makes an item ready to be kept: its body, and what it is found by. */
export function toItemContent(item: Item): ItemContent {
  const totalReferences = countReferences(item);
  const computedTags = toComputedTags(item, totalReferences);
  const warnings = listWarnings(item);
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

/** The item that a body was made of. The text is our own JSON, written by `toItemContent`, so it is not parsed again. */
export function fromBody(body: string | ItemBody, status: ItemStatus): Item {
  // A body is only ever written by toItemContent, which has its type.
  const read = typeof body === 'string' ? (JSON.parse(body) as ItemBody) : body;
  const { tags: _all, computedTags: _computed, totalReferences: _count, _warnings, ...content } = read;
  return { ...content, status };
}
