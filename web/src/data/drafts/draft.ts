import { z } from 'zod';
import { isPlainObject } from '../../../../src/base/plain-object.ts';
import { ItemAnswer } from '../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../src/conversation/item/item.ts';
import { type ItemKey, toKeyText } from '../item-key.ts';
import { KeptChoice } from './kept-choice.ts';

/** Half of what is typed breaks the rules of an item until the other half is typed. */
const TypedItem = z.custom<Item>(isPlainObject);

/** What was typed on one item in one tab, and the server may not have. */
export const Draft = z.object({
  format: z.literal(1),
  dataset: z.string(),
  id: z.string(),
  /** The tab that writes it; no two share a draft, so none overwrites the other's. */
  tab: z.string(),
  /** Since when the server lacks it, in milliseconds since 1970. */
  since: z.number(),
  stored: ItemAnswer,
  base: TypedItem,
  mine: TypedItem,
  /** Sent without an answer. */
  sent: z.array(TypedItem),
  /** What was decided of a collision so far. */
  choices: z.record(z.string(), KeptChoice).optional(),
});
export type Draft = Readonly<z.infer<typeof Draft>>;

/** Where a draft is kept. */
export type DraftPlace = Pick<Draft, 'dataset' | 'id' | 'tab'>;

/** Sorts the drafts of one item together. */
export function toDraftId({ tab, ...key }: DraftPlace): readonly [string, string] {
  return [toKeyText(key), tab];
}

export function isDraftOf(draft: DraftPlace, { dataset, id }: ItemKey): boolean {
  return draft.dataset === dataset && draft.id === id;
}
