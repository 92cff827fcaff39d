import { parseItemPatch } from '../../src/contract/item-patch-body.ts';
import type { Item } from '../../src/conversation/item/item.ts';
import type { ParseResult } from '../../src/conversation/item/parse-result.ts';
import { type ItemPatch, toItemPatch } from '../../src/curate/item-patch.ts';

/** The body of a PUT as the server reads it: parsed, then checked against the current item. */
export function readPatch(body: unknown, current: Item, refs: 'nested' | 'flat' = 'nested'): ParseResult<ItemPatch> {
  const sent = parseItemPatch(body, { key: { dataset: current.datasetName, id: current.id }, refs });
  return sent.value === undefined ? { issues: sent.issues } : toItemPatch(sent.value, current);
}
