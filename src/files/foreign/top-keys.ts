import { isPlainObject } from '../../base/plain-object.ts';
import type { Item } from '../../conversation/item/item.ts';
import { auditKeys, computedKeys, itemKeys } from '../../conversation/item/written-item.ts';
import { type ChatFormat, chatFormats, type Room } from './chat-format.ts';

type Fields = Record<string, unknown>;

/**
 * The top-level keys of a conversation in their order, as a file had them. They are kept under `meta`, under the name of
 * the format, so that an export to the same format writes the same keys.
 */
export interface TopKeys {
  readonly keys: readonly string[];
  /** Values that an item does not have, or has in another form. */
  readonly values?: Fields;
  /** Keys with the name of an item's field that went to `meta`, because they mean something else. */
  readonly moved?: readonly string[];
}

function isChatFormat(format: string): format is ChatFormat {
  return chatFormats.some((name) => name === format);
}

/** How a format is written without other knowledge: the usual keys, then those that its room lists. */
export interface TopShape {
  readonly usual: readonly string[];
  /** Usual keys that a conversation may lack. */
  readonly optional?: readonly string[];
  readonly room: Room;
}

/** Adds the keys of the written conversation to the item's `meta`, unless an export writes just these anyway. */
export function withTopKeys(item: Fields, written: Fields, { usual: all, optional = [], room }: TopShape): Fields {
  const { format, meta: allowed } = room;
  const usual = all.filter((key) => key in written || !optional.includes(key));
  const keys = Object.keys(written);
  const values = listOddValues(written);
  const hasOdd = Object.keys(values).length > 0;
  const isAllowed = (key: string) => (allowed === 'all' ? !itemKeys.includes(key) : allowed.includes(key));
  const isUsual = usual.every((key, index) => keys[index] === key) && keys.slice(usual.length).every(isAllowed);
  // Without its list of messages it is not a conversation, and the item parser says so.
  const [list = ''] = usual.slice(-1);
  if ((isUsual && !hasOdd) || !keys.includes(list)) return item;
  const { meta = {} } = item;
  // A key of the file may have the name of the format. Its value is kept there.
  const isTaken = isPlainObject(meta) && format in meta;
  if (isTaken || !isPlainObject(meta) || (format in item && !usual.includes(format))) return item;
  const moved = keys.filter((key) => itemKeys.includes(key) && !(key in item) && key in meta);
  const mark = { keys, ...(hasOdd ? { values } : {}), ...(moved.length === 0 ? {} : { moved }) };
  return { ...item, meta: { ...meta, [format]: mark } };
}

const unkept: readonly string[] = [...auditKeys, ...computedKeys.filter((key) => key !== 'tags')];

/** Ids that are not text, empty system texts, null as an absent key, and keys that an item ignores or cannot have. */
function listOddValues(written: Fields): Fields {
  const odd = Object.entries(written).filter(([key, value]) => {
    if (unkept.includes(key)) return true;
    if (key === 'id') return typeof value !== 'string';
    if (key === 'meta') return !isPlainObject(value);
    return key === 'system' ? value === '' || value === null : value === null && itemKeys.includes(key);
  });
  return Object.fromEntries(odd);
}

/** The top-level keys with which an item was written in this format. */
export function findTopKeys({ meta }: Pick<Item, 'meta'>, format: string): TopKeys | undefined {
  const kept = meta[format];
  return isChatFormat(format) && isTopKeys(kept) ? kept : undefined;
}

function isTopKeys(value: unknown): value is TopKeys {
  if (!isPlainObject(value) || !Array.isArray(value.keys)) return false;
  const { keys, values, moved } = value;
  return isNames(keys) && (moved === undefined || isNames(moved)) && (values === undefined || isPlainObject(values));
}

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every((key) => typeof key === 'string');
}

/** The keys of an item's `meta` that were at the top level of its file. `parts` are the keys that the format defines. */
export function listMetaKeys(item: Item, format: string, parts: Fields): readonly string[] {
  const { keys, values = {}, moved = [] } = findTopKeys(item, format) ?? { keys: [] };
  return keys.filter((key) => {
    if (key === 'meta') return Object.hasOwn(values, key);
    if (Object.hasOwn(parts, key) || Object.hasOwn(values, key)) return false;
    return !itemKeys.includes(key) || moved.includes(key);
  });
}

/** The item's `meta` without what only an export to its own format needs, and without these keys. */
export function withoutTopKeys(meta: Item['meta'], keys: readonly string[] = []): Fields {
  const isLeft = ([key]: readonly [string, unknown]) => !keys.includes(key) && findTopKeys({ meta }, key) === undefined;
  return Object.fromEntries(Object.entries(meta).filter(isLeft));
}

/** What a format can express of this item: it has room for every key that it had in the file. */
export function toRoom(item: Item, room: Room): Room {
  const keys = findTopKeys(item, room.format)?.keys ?? [];
  const fields = keys.map((key) => (key === 'dataset' ? 'datasetName' : key === 'tags' ? 'manualTags' : key));
  // A key that is not a field of an item matches nothing.
  const known = [...room.item, ...fields] as Room['item'];
  if (room.meta === 'all') return { ...room, item: known };
  const marks = Object.keys(item.meta).filter((key) => findTopKeys(item, key) !== undefined);
  return { ...room, item: known, meta: [...room.meta, ...keys, ...marks] };
}

/**
 * Writes the top-level keys of an item in the order of its file. `parts` are the keys that the format defines. Those that
 * the file did not have, and the keys of `meta` that the format allows, come last.
 */
export function toTop(item: Item, { format, meta: allowed }: Room, parts: Fields): Fields {
  const { keys, values = {} } = findTopKeys(item, format) ?? { keys: [] };
  const top = listMetaKeys(item, format, parts);
  const meta = withoutTopKeys(item.meta, top);
  const written: Fields = {};
  const given = { ...item.meta, ...parts };
  for (const key of keys) {
    const value = top.includes(key) || Object.hasOwn(parts, key) ? given[key] : findValue(item, key, { values, meta });
    if (value !== undefined) written[key] = value;
  }
  const isAllowed = ([key]: readonly [string, unknown]) =>
    !keys.includes('meta') && (allowed === 'all' || allowed.includes(key));
  const added = Object.entries(meta).filter(isAllowed);
  return { ...written, ...parts, ...Object.fromEntries(added) };
}

function findValue(
  item: Item,
  key: string,
  { values, meta }: { readonly values: Fields; readonly meta: Fields },
): unknown {
  // A number that became the id counts as long as the id is the same.
  const isCurrent = key !== 'id' || values.id === null || String(values.id) === item.id;
  if (Object.hasOwn(values, key) && isCurrent) return values[key];
  if (key === 'meta') return meta;
  const field = key === 'dataset' ? 'datasetName' : key === 'tags' ? 'manualTags' : key;
  return itemKeys.includes(key) ? Object.entries(item).find(([name]) => name === field)?.[1] : undefined;
}
