import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item.ts';
import type { MergeWork, SavingState } from './item-editor.ts';
import type { SendFault } from './send-faults.ts';
import { findMergeWork, isHeld, isUnsent, type Standing } from './standing.ts';
import type { UndoStack } from './undo-stack.ts';

/** An item under the hand, as it is to be shown. */
export interface SessionView {
  readonly item: Item;
  readonly stored: ItemAnswer;
  readonly saving: SavingState;
  readonly merge: MergeWork | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isKept: boolean;
  readonly isElsewhere: boolean;
}

export interface SessionFacts {
  readonly standing: Standing;
  readonly stack: UndoStack;
  readonly isSending: boolean;
  readonly fault: SendFault | undefined;
  readonly isKept: boolean;
  readonly isElsewhere: boolean;
}

export function toSessionView({ standing, stack, isSending, fault, isKept, isElsewhere }: SessionFacts): SessionView {
  return {
    item: standing.mine,
    stored: standing.stored,
    saving: toSavingState({ standing, isSending, fault }),
    merge: findMergeWork(standing),
    canUndo: stack.done.length > 0,
    canRedo: stack.undone.length > 0,
    isKept,
    isElsewhere,
  };
}

function toSavingState({
  standing,
  isSending,
  fault,
}: Pick<SessionFacts, 'standing' | 'isSending' | 'fault'>): SavingState {
  if (standing.theirs !== undefined) return { kind: 'conflict' };
  const isAway = fault?.kind === 'away';
  // A try while the server is away is no news: nothing flickers every second.
  if (isSending && !isAway) return { kind: 'saving' };
  if (!isUnsent(standing) && standing.sent.length === 0) return { kind: 'saved' };
  if (fault?.kind === 'refused') return { kind: 'refused', error: fault.error };
  if (isHeld(standing)) return { kind: 'held' };
  return isAway ? { kind: 'offline', isSignedOut: fault.isSignedOut } : { kind: 'typing' };
}
