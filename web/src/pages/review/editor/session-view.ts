import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import type { MergeWork, SavingState } from './item-editor.ts';
import type { SendFault } from './send-faults.ts';
import { findMergeWork, isHeld, isUnsent, type SyncState } from './sync-state.ts';
import type { UndoStack } from './undo-stack.ts';

/** What the page shows of a session. */
export interface SessionView {
  readonly item: Item;
  /** The item that the edit started from. `toSavedItem` needs it to predict the saved item. */
  readonly base: Item;
  readonly stored: ItemAnswer;
  readonly saving: SavingState;
  readonly merge: MergeWork | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isKept: boolean;
  readonly isElsewhere: boolean;
  /** The reviewer that the item is assigned to, unless that is this person. */
  readonly otherAssignee: string | undefined;
  /** There is unsent text, and it waits for the permission to change an item of another reviewer. */
  readonly isAwaitingPermission: boolean;
}

export interface SessionFacts {
  readonly state: SyncState;
  readonly stack: UndoStack;
  readonly isSending: boolean;
  readonly fault: SendFault | undefined;
  readonly isKept: boolean;
  readonly isElsewhere: boolean;
  readonly otherAssignee: string | undefined;
  readonly isPermissionMissing: boolean;
}

export function toSessionView(facts: SessionFacts): SessionView {
  const { state, stack, isKept, isElsewhere, otherAssignee, isPermissionMissing } = facts;
  return {
    item: state.mine,
    base: state.base,
    stored: state.stored,
    saving: toSavingState(facts),
    merge: findMergeWork(state),
    canUndo: stack.done.length > 0,
    canRedo: stack.undone.length > 0,
    isKept,
    isElsewhere,
    otherAssignee,
    isAwaitingPermission: isPermissionMissing && isUnsent(state),
  };
}

function toSavingState({ state, isSending, fault, isPermissionMissing }: SessionFacts): SavingState {
  if (state.theirs !== undefined) return { kind: 'conflict' };
  const isAway = fault?.kind === 'away';
  // A retry keeps the state "offline", so that the mark does not flicker.
  if (isSending && !isAway) return { kind: 'saving' };
  if (!isUnsent(state) && state.sent.length === 0) return { kind: 'saved' };
  if (fault?.kind === 'refused') return { kind: 'refused', error: fault.error };
  if (isHeld(state) || isPermissionMissing) return { kind: 'held' };
  if (!isAway) return { kind: 'typing' };
  const { isSignedOut, why } = fault;
  return { kind: 'offline', isSignedOut, ...(why === undefined ? {} : { why }) };
}
