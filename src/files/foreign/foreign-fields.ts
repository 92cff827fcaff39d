import { isPlainObject } from '../../base/plain-object.ts';
import { Turn } from '../../conversation/item/item.ts';
import { parseItemTags } from '../../conversation/item/item-tags.ts';
import { itemKeys, WrittenItem } from '../../conversation/item/written-item.ts';

type Fields = Record<string, unknown>;

/** Keys with a meaning of their own here. */
const handledKeys = ['id', 'history', 'messages', 'meta'];

/**
 * The top-level keys of another program as those of an item. A number as the id becomes text. A key that has the name of
 * an item's field but not its form, such as `status: "closed"`, means something else, so it goes to `meta`.
 */
export function toForeignFields(value: Fields): Fields {
  const meta = value.meta ?? {};
  const odd = Object.keys(value).filter((key) => isOtherField(key, value[key]));
  const fields: Fields = {};
  for (const key of Object.keys(value)) if (!odd.includes(key)) fields[key] = value[key];
  if (typeof value.id === 'number') fields.id = String(value.id);
  if (odd.length === 0 && isPlainObject(meta)) return fields;
  const moved = Object.fromEntries(odd.map((key) => [key, value[key]]));
  return { ...fields, meta: isPlainObject(meta) ? { ...moved, ...meta } : { ...moved, meta } };
}

function isOtherField(key: string, value: unknown): boolean {
  if (handledKeys.includes(key) || !itemKeys.includes(key) || value === null) return false;
  if (key === 'tags' || key === 'manualTags') return parseItemTags(value).value === undefined;
  return !fits(WrittenItem.shape, key, value);
}

/** Keys of a message that only Turnwise defines. Other programs may use the same names for something else. */
const ownTurnKeys = [
  'id',
  'refs',
  'tags',
  'answerKey',
  'expectedBehavior',
  'timestamp',
  'meta',
  'replyUnderTest',
  'msg',
];

/** Whether a key of another program's message is a field of a turn. */
export function isTurnField(key: string, value: unknown): boolean {
  if (key === 'content') return true;
  if (!Object.hasOwn(Turn.shape, key)) return false;
  return !ownTurnKeys.includes(key) || value === null || fits(Turn.shape, key, value);
}

function fits(shape: typeof WrittenItem.shape | typeof Turn.shape, key: string, value: unknown): boolean {
  const schema = Object.entries(shape).find(([name]) => name === key)?.[1];
  return schema === undefined || schema.safeParse(value).success;
}
