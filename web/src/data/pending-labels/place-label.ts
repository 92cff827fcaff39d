import type { Talk } from '../../../../src/curate/conversation-view.ts';
import type { ItemKey } from '../item-key.ts';
import { listTurnNames } from '../turn-names.ts';
import type { ScoredLabel } from './pending-label.ts';

/** The place of a label on the server. */
export type Placing =
  | { readonly kind: 'placed'; readonly turnIndex: number | null; readonly revision: number }
  /** The edit it was given on is not saved yet. */
  | { readonly kind: 'unsaved' }
  /** Everything is saved, but the turn does not exist. */
  | { readonly kind: 'gone' };

export interface PlaceParts {
  /** Whether this browser has an edit of the item that the server may lack. */
  readonly isUnsaved: (key: ItemKey) => Promise<boolean>;
  /** Reads the item from the server. */
  readonly read: (key: ItemKey) => Promise<Talk & { readonly revision: number }>;
}

/** Finds the turn and revision of a label that was given on an unsaved edit. Older records have only a turn index. */
export async function placeLabel(label: ScoredLabel, { isUnsaved, read }: PlaceParts): Promise<Placing> {
  const { dataset, id, turnId, turnIndex } = label;
  // Checked before the read, so that an edit saved in between is part of what is read.
  if (await isUnsaved({ dataset, id })) return { kind: 'unsaved' };
  const item = await read({ dataset, id });
  const found = turnId === undefined ? turnIndex : listTurnNames(item).indexOf(turnId);
  return found === -1 ? { kind: 'gone' } : { kind: 'placed', turnIndex: found, revision: item.revision };
}
