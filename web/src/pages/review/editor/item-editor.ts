import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import type { MissingThing } from '../../../../../src/curate/approval.ts';
import type { MergedItem } from '../../../../../src/curate/merge-items.ts';
import type { ItemRemark } from '../../../../../src/curate/warnings.ts';
import type { KeptChoices } from '../../../data/drafts/kept-choice.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import type { UndoOffer } from './offer-undo.ts';

/** Where what was typed is. Each state has a text beside the item; none of them loses anything. */
export type SavingState =
  /** The server has everything. */
  | { readonly kind: 'saved' }
  /** Typed a moment ago; kept on this computer, sent in a moment. */
  | { readonly kind: 'typing' }
  | { readonly kind: 'saving' }
  /** The server cannot be reached, cannot save (`why`), or does not know who asks; kept here, sent when it is back. */
  | { readonly kind: 'offline'; readonly isSignedOut: boolean; readonly why?: string }
  /**
   * Not sent by itself, because sending it would make an approved item a draft again: "Save" does. A deleted one has to
   * be restored first. What somebody else holds waits for a word of the person.
   */
  | { readonly kind: 'held' }
  /** The server refuses it as it is; kept on this computer. `problems` have places in the item. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Somebody else changed the same places. */
  | { readonly kind: 'conflict' };

/** Two edits of one item that have to become one. */
export interface MergeWork {
  readonly base: Item;
  readonly mine: Item;
  readonly theirs: Item;
  readonly theirsBy: string;
  readonly theirsAt: string;
  /** What does not collide is merged; the conflicts stand as mine has them. */
  readonly merged: MergedItem;
  /** What was decided so far. */
  readonly choices: KeptChoices;
}

/** One item under the hand of one person. Everything on the Review page works on it. */
export interface ItemEditor {
  readonly key: ItemKey;
  /** As it is now, with everything typed. Every turn has an id. */
  readonly item: Item;
  /** As the server had it last: status, revision, who holds it. */
  readonly stored: ItemAnswer;
  readonly saving: SavingState;
  /** Whether what is not on the server yet outlives this page: some private windows let it keep nothing. */
  readonly isKept: boolean;
  /** Open in another tab of this browser too. Both may type: what they type is merged. */
  readonly isElsewhere: boolean;
  /** What keeps it from being approved, by the rules of the server. */
  readonly missing: readonly MissingThing[];
  readonly warnings: readonly ItemRemark[];
  /** There while two edits collide. */
  readonly merge: MergeWork | undefined;
  /** Who else holds the item. */
  readonly holder: string | undefined;
  /** Something was typed on what somebody else holds: it is kept here until `agree`. */
  readonly isAsking: boolean;

  /**
   * Changes the item by a pure function. `step` names what is done ("Delete turn 3"): it can be undone by that name, and
   * changes without one (typing) are undone together with their neighbors.
   */
  change(update: (item: Item) => Item, step?: string): void;
  /** Gives the turns that it brought back or changed; of one that it took away, the neighbor. */
  undo(): readonly string[];
  redo(): readonly string[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;

  /**
   * Sends everything now. True: the server has it. Of this and the acts below: false, it did not arrive, and the person
   * has been told why. What is done is for the page to tell, with its undo.
   */
  save(): Promise<boolean>;
  /** Saves and approves in one. False also when something is missing. A reason overrules an answer that fails its own key. */
  approve(reason?: string): Promise<boolean>;
  skip(): Promise<boolean>;
  /** Back to a draft: of an approved or skipped item. */
  reopen(): Promise<boolean>;
  remove(): Promise<boolean>;
  restore(): Promise<boolean>;
  /** A copy, mine; undefined: it did not arrive. */
  duplicate(): Promise<ItemKey | undefined>;
  /** Says what was done, with its undo, as long as there is something to undo. */
  offerUndo(offer: UndoOffer): void;
  /** What somebody else holds is changed all the same. */
  agree(): void;
  /** Keeps what was decided of a merge so far. */
  decide(choices: KeptChoices): void;
  /** Ends a merge: this is what both edits become. */
  settle(item: Item): Promise<boolean>;
  /** Throws away what was typed and takes what the server has. Says so, with its undo. */
  discard(): void;
}
