import type { Talk } from '../../../../src/curate/conversation-view.ts';
import type { ItemKey } from '../item-key.ts';
import { listTurnNames } from '../turn-names.ts';
import type { ScoredLabel } from './pending-label.ts';

/** Where a label belongs on the server. */
export type Placing =
  | { readonly kind: 'placed'; readonly turnIndex: number | null; readonly revision: number }
  /** What it was given on is not on the server yet. */
  | { readonly kind: 'unsaved' }
  /** Everything is on the server, and its turn is not among it. */
  | { readonly kind: 'gone' };

export interface PlaceParts {
  /** Whether this browser has an edit of the item that the server may lack. */
  readonly isUnsaved: (key: ItemKey) => Promise<boolean>;
  /** The item as the server has it. */
  readonly read: (key: ItemKey) => Promise<Talk & { readonly revision: number }>;
}

/** Finds what a label speaks of that was given on an edit under way. An older record knows its turn by place alone. */
export async function placeLabel(label: ScoredLabel, { isUnsaved, read }: PlaceParts): Promise<Placing> {
  const { dataset, id, turnId, turnIndex } = label;
  // First: an edit that arrives in between is in what is read then.
  if (await isUnsaved({ dataset, id })) return { kind: 'unsaved' };
  const item = await read({ dataset, id });
  const found = turnId === undefined ? turnIndex : listTurnNames(item).indexOf(turnId);
  return found === -1 ? { kind: 'gone' } : { kind: 'placed', turnIndex: found, revision: item.revision };
}
