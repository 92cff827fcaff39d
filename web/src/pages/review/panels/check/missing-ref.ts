import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { toUrlKey } from '../../../../../../src/conversation/url.ts';
import { listUnknownUrls } from '../../../../../../src/curate/approval.ts';

/** An address that an answer key cites and that the turn of the key has no reference for. */
export interface MissingRef {
  /** From 0. */
  readonly turnIndex: number;
  readonly turnId: string;
  readonly url: string;
}

/** What of a remark tells whether a reference settles it. */
export interface SettledByRef {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

const keyPath = /^history\[(\d+)\]\.answerKey$/;

/** What would settle a thing that is missing, where a reference would. `missing`: everything that is. */
export function findMissingRef(
  item: Item,
  missing: readonly SettledByRef[],
  thing: SettledByRef,
): MissingRef | undefined {
  const turnIndex = Number(keyPath.exec(thing.path)?.[1] ?? -1);
  const { id: turnId, answerKey, refs = [] } = item.history?.[turnIndex] ?? {};
  if (thing.code !== 'APPROVAL_MISSING_REF' || turnId === undefined || answerKey === undefined) return undefined;
  const known = new Set([...item.refs, ...refs].map(({ url }) => toUrlKey(url)));
  // The rule names each address of a key once, in this order.
  const ofKey = missing.filter(({ path, code }) => path === thing.path && code === thing.code);
  const url = listUnknownUrls(answerKey, known)[ofKey.findIndex(({ message }) => message === thing.message)];
  return url === undefined ? undefined : { turnIndex, turnId, url };
}
