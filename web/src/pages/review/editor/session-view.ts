import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import type { MergeWork, SavingState } from './item-editor.ts';
import type { SendFault } from './send-faults.ts';
import { findMergeWork, isHeld, isUnsent, type Standing } from './standing.ts';
import type { UndoStack } from './undo-stack.ts';

/** An item under the hand, as it is to be shown. */
export interface SessionView {
  readonly item: Item;
  /** What it was made from: with it, `toSavedItem` tells what a save would make of it. */
  readonly base: Item;
  readonly stored: ItemAnswer;
  readonly saving: SavingState;
  readonly merge: MergeWork | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isKept: boolean;
  readonly isElsewhere: boolean;
  /** Who else holds the item. */
  readonly holder: string | undefined;
  /** Something was typed on what somebody else holds, and waits for a word that it shall be sent. */
  readonly isAsking: boolean;
}

export interface SessionFacts {
  readonly standing: Standing;
  readonly stack: UndoStack;
  readonly isSending: boolean;
  readonly fault: SendFault | undefined;
  readonly isKept: boolean;
  readonly isElsewhere: boolean;
  readonly holder: string | undefined;
  readonly needsLeave: boolean;
}

export function toSessionView(facts: SessionFacts): SessionView {
  const { standing, stack, isKept, isElsewhere, holder, needsLeave } = facts;
  return {
    item: standing.mine,
    base: standing.base,
    stored: standing.stored,
    saving: toSavingState(facts),
    merge: findMergeWork(standing),
    canUndo: stack.done.length > 0,
    canRedo: stack.undone.length > 0,
    isKept,
    isElsewhere,
    holder,
    isAsking: needsLeave && isUnsent(standing),
  };
}

function toSavingState({ standing, isSending, fault, needsLeave }: SessionFacts): SavingState {
  if (standing.theirs !== undefined) return { kind: 'conflict' };
  const isAway = fault?.kind === 'away';
  // A try while the server is away is no news: nothing flickers every second.
  if (isSending && !isAway) return { kind: 'saving' };
  if (!isUnsent(standing) && standing.sent.length === 0) return { kind: 'saved' };
  if (fault?.kind === 'refused') return { kind: 'refused', error: fault.error };
  if (isHeld(standing) || needsLeave) return { kind: 'held' };
  if (!isAway) return { kind: 'typing' };
  const { isSignedOut, why } = fault;
  return { kind: 'offline', isSignedOut, ...(why === undefined ? {} : { why }) };
}
