import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { MissingThing } from '../../../../../src/curate/approval.ts';
import type { Meeting } from './standing.ts';

/** Why an item cannot be approved. */
export function toMissingText([first, ...rest]: readonly MissingThing[]): string {
  const more = rest.length === 0 ? '' : ` And ${rest.length} more: press b to see them.`;
  return `It cannot be approved yet. ${first?.message ?? ''}${more}`;
}

export interface MeetingFacts {
  readonly what: Meeting;
  readonly theirs: ItemAnswer;
  readonly me: string | undefined;
}

/** What is told of somebody else's edit, if anything. */
export function findMeetingText({ what, theirs, me }: MeetingFacts): string | undefined {
  const isMe = theirs.updatedBy === me;
  if (what === 'taken') return isMe ? undefined : `${theirs.updatedBy} changed this conversation. You see the newest.`;
  const who = isMe ? 'You' : theirs.updatedBy;
  if (what === 'conflict')
    return `${who} changed the same places${isMe ? ' elsewhere' : ''}. Merge them when you are ready.`;
  if (what !== 'merged') return undefined;
  if (theirs.status === 'approved' || theirs.status === 'deleted') {
    return `${who} ${theirs.status} this conversation. What you typed is kept here, and is not sent by itself.`;
  }
  return isMe ? 'Merged with what you changed elsewhere.' : `Merged with what ${theirs.updatedBy} changed.`;
}
