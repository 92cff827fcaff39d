import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import { isOverruledByReason, type MissingThing } from '../../../../../src/curate/approval.ts';
import { type ItemKey, toKeyText } from '../../../data/item-key.ts';
import type { Toast } from '../../../parts/feedback/toasts.ts';
import { type SendFault, toFaultText } from './send-faults.ts';
import type { RebaseResult } from './sync-state.ts';

/** What blocks an approval, given its reason. */
export function listBlocking(missing: readonly MissingThing[], reason = ''): readonly MissingThing[] {
  return reason.trim() === '' ? missing : missing.filter((thing) => !isOverruledByReason(thing));
}

/** Why an item cannot be approved. */
export function toMissingText([first, ...rest]: readonly MissingThing[]): string {
  const more = rest.length === 0 ? '' : ` And ${rest.length} more. Press b to see them.`;
  return `Can't approve yet. ${first?.message ?? ''}${more}`;
}

export interface RebaseFacts {
  readonly result: RebaseResult;
  readonly theirs: ItemAnswer;
  readonly me: string | undefined;
}

/** The name of toasts about a conflict. They close when the person starts to resolve it. */
export function toConflictName(key: ItemKey): string {
  return `conflict ${toKeyText(key)}`;
}

/** The toast about someone else's edit, if there is something to report. */
export function findRebaseToast(key: ItemKey, facts: RebaseFacts): Toast | undefined {
  const title = findRebaseText(facts);
  if (title === undefined) return undefined;
  if (facts.result === 'conflict') return { title, kind: 'fault', name: toConflictName(key) };
  return { title, kind: 'done', name: `rebase ${toKeyText(key)}` };
}

/** The toast about a failed act ("approve it"). */
export function toFaultToast(key: ItemKey, fault: SendFault, act: string): Toast {
  const title = toFaultText(fault, act);
  return { title, kind: 'fault', ...(fault.kind === 'stale' ? { name: toConflictName(key) } : {}) };
}

function findRebaseText({ result, theirs, me }: RebaseFacts): string | undefined {
  const isMe = theirs.updatedBy === me;
  if (result === 'updated')
    return isMe ? undefined : `${theirs.updatedBy} changed this conversation. You're seeing the latest version.`;
  const who = isMe ? 'You' : theirs.updatedBy;
  if (result === 'conflict')
    return `${who} changed the same fields${isMe ? ' elsewhere' : ''}. Resolve the conflict when you're ready.`;
  if (result !== 'merged') return undefined;
  if (theirs.status === 'approved' || theirs.status === 'deleted') {
    return `${who} ${theirs.status} this conversation. Your changes are kept here and aren't saved automatically.`;
  }
  return isMe ? 'Merged with your changes from elsewhere.' : `Merged with changes by ${theirs.updatedBy}.`;
}
