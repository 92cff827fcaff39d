import { z } from 'zod';
import { isPlainObject } from '../../../../src/base/plain-object.ts';
import { ItemAnswer } from '../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../src/conversation/item/item.ts';
import { type ItemKey, toKeyText } from '../item-key.ts';
import { KeptChoice } from './kept-choice.ts';

/** Half-typed text may break the rules of an item. */
const TypedItem = z.custom<Item>(isPlainObject);

/** Unsaved text of one item in one tab. */
export const Draft = z.object({
  format: z.literal(1),
  dataset: z.string(),
  id: z.string(),
  /** The tab that writes it. Tabs never share a draft, so no tab overwrites another's. */
  tab: z.string(),
  /** The time since when the server lacks it, in milliseconds since 1970. */
  since: z.number(),
  stored: ItemAnswer,
  base: TypedItem,
  mine: TypedItem,
  /** Sent without an answer so far. */
  sent: z.array(TypedItem),
  /** Choices made for a conflict so far. */
  choices: z.record(z.string(), KeptChoice).optional(),
});
export type Draft = Readonly<z.infer<typeof Draft>>;

/** The key of a draft. */
export type DraftPlace = Pick<Draft, 'dataset' | 'id' | 'tab'>;

/** Sorts the drafts of one item together. */
export function toDraftId({ tab, ...key }: DraftPlace): readonly [string, string] {
  return [toKeyText(key), tab];
}

export function isDraftOf(draft: DraftPlace, { dataset, id }: ItemKey): boolean {
  return draft.dataset === dataset && draft.id === id;
}
