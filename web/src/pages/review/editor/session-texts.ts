import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import { isOverruledByReason, type MissingThing } from '../../../../../src/curate/approval.ts';
import { type ItemKey, toKeyText } from '../../../data/item-key.ts';
import type { Note } from '../../../parts/feedback/toasts.ts';
import { type SendFault, toFaultText } from './send-faults.ts';
import type { Meeting } from './standing.ts';

/** What still blocks an approval that has a reason, or none. */
export function listBlocking(missing: readonly MissingThing[], reason = ''): readonly MissingThing[] {
  return reason.trim() === '' ? missing : missing.filter((thing) => !isOverruledByReason(thing));
}

/** Why an item cannot be approved. */
export function toMissingText([first, ...rest]: readonly MissingThing[]): string {
  const more = rest.length === 0 ? '' : ` And ${rest.length} more. Press b to see them.`;
  return `Can't approve yet. ${first?.message ?? ''}${more}`;
}

export interface MeetingFacts {
  readonly what: Meeting;
  readonly theirs: ItemAnswer;
  readonly me: string | undefined;
}

/** Of the notes about a collision: they are over when it is being settled. */
export function toConflictName(key: ItemKey): string {
  return `conflict ${toKeyText(key)}`;
}

/** What is told of somebody else's edit, if anything. */
export function findMeetingNote(key: ItemKey, facts: MeetingFacts): Note | undefined {
  const title = findMeetingText(facts);
  if (title === undefined) return undefined;
  if (facts.what === 'conflict') return { title, kind: 'fault', name: toConflictName(key) };
  return { title, kind: 'done', name: `met ${toKeyText(key)}` };
}

/** Why something did not arrive, for who wanted to `act` ("approve it"). */
export function toFaultNote(key: ItemKey, fault: SendFault, act: string): Note {
  const title = toFaultText(fault, act);
  return { title, kind: 'fault', ...(fault.kind === 'stale' ? { name: toConflictName(key) } : {}) };
}

function findMeetingText({ what, theirs, me }: MeetingFacts): string | undefined {
  const isMe = theirs.updatedBy === me;
  if (what === 'taken')
    return isMe ? undefined : `${theirs.updatedBy} changed this conversation. You're seeing the latest version.`;
  const who = isMe ? 'You' : theirs.updatedBy;
  if (what === 'conflict')
    return `${who} changed the same fields${isMe ? ' elsewhere' : ''}. Resolve the conflict when you're ready.`;
  if (what !== 'merged') return undefined;
  if (theirs.status === 'approved' || theirs.status === 'deleted') {
    return `${who} ${theirs.status} this conversation. Your changes are kept here and aren't saved automatically.`;
  }
  return isMe ? 'Merged with your changes from elsewhere.' : `Merged with changes by ${theirs.updatedBy}.`;
}
