import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import type { MissingThing } from '../../../../../src/curate/approval.ts';
import type { MergedItem } from '../../../../../src/curate/merge/merge-items.ts';
import type { ItemRemark } from '../../../../../src/curate/warnings.ts';
import type { KeptChoices } from '../../../data/drafts/kept-choice.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import type { UndoOffer } from './offer-undo.ts';

/** Where the unsaved text is. No state loses text. */
export type SavingState =
  /** The server has everything. */
  | { readonly kind: 'saved' }
  /** Typed a moment ago. Kept on this computer, and about to be sent. */
  | { readonly kind: 'typing' }
  | { readonly kind: 'saving' }
  /** The server is unreachable, cannot save (`why`), or the person is signed out. Kept here, and sent later. */
  | { readonly kind: 'offline'; readonly isSignedOut: boolean; readonly why?: string }
  /**
   * Not sent automatically. A save would turn an approved item back into a draft, a deleted item has to be restored
   * first, and an item of another reviewer needs the person's permission.
   */
  | { readonly kind: 'held' }
  /** The server refuses it. Kept on this computer. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Someone else changed the same fields. */
  | { readonly kind: 'conflict' };

/** An edit conflict: two edits of one item that have to become one. */
export interface MergeWork {
  readonly base: Item;
  readonly mine: Item;
  readonly theirs: Item;
  readonly theirsBy: string;
  readonly theirsAt: string;
  /** The merged item. Fields in conflict have my value. */
  readonly merged: MergedItem;
  /** The choices made so far. */
  readonly choices: KeptChoices;
}

/** One item and its edit. Everything on the Review page works on it. */
export interface ItemEditor {
  readonly key: ItemKey;
  /** The item with all unsaved text. Every turn has an id. */
  readonly item: Item;
  /** The item that the server has: status, revision, assignee. */
  readonly stored: ItemAnswer;
  readonly saving: SavingState;
  /** Whether unsaved text survives closing the page. In some private windows it does not. */
  readonly isKept: boolean;
  /** Open in another tab of this browser too. The edits of both tabs are merged. */
  readonly isElsewhere: boolean;
  /** What blocks its approval. */
  readonly missing: readonly MissingThing[];
  readonly warnings: readonly ItemRemark[];
  /** The roles besides `assistant` that speak for the assistant in its dataset. */
  readonly assistantRoles: readonly string[];
  /** Defined during an edit conflict. */
  readonly merge: MergeWork | undefined;
  /** The reviewer that the item is assigned to, unless that is this person. */
  readonly otherAssignee: string | undefined;
  /** Unsaved text waits for `grantPermission`, because the item is assigned to someone else. */
  readonly isAwaitingPermission: boolean;

  /**
   * Changes the item with a pure function. `step` names the change ("Delete turn 3") for its undo. Changes without a
   * name (typing) are undone together with their neighbors.
   */
  change(update: (item: Item) => Item, step?: string): void;
  /** Returns the turns that it restored or changed. For a removed turn, returns its neighbor. */
  undo(): readonly string[];
  redo(): readonly string[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;

  /**
   * Sends everything now. This and the acts below return true on success, which the page reports with an undo. They report
   * failures themselves.
   */
  save(): Promise<boolean>;
  /** Saves and approves in one call. Also false if something blocks it. A reason overrules an answer that fails its own key. */
  approve(reason?: string): Promise<boolean>;
  skip(): Promise<boolean>;
  /** Turns an approved or skipped item back into a draft. */
  reopen(): Promise<boolean>;
  remove(): Promise<boolean>;
  restore(): Promise<boolean>;
  /** A copy that is assigned to this person. Undefined on failure. */
  duplicate(): Promise<ItemKey | undefined>;
  /** Shows what was done, with an undo as long as it can be undone. */
  offerUndo(offer: UndoOffer): void;
  /** Allows changes to an item that is assigned to someone else. */
  grantPermission(): void;
  /** Keeps the choices made in the merge view so far. */
  keepChoices(choices: KeptChoices): void;
  /** Ends a merge: this is what both edits become. */
  resolveConflict(item: Item): Promise<boolean>;
  /** Discards the unsaved text. Shows a toast with an undo. */
  discard(): void;
}
