import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { ConfirmQuestion } from '../../../parts/confirmed.ts';

/** Who else works on the item; undefined: nobody, or this person. */
export function findHolder({ assignedTo }: ItemAnswer, me: string | undefined): string | undefined {
  return me === undefined || assignedTo === me ? undefined : assignedTo;
}

export function toLeaveQuestion(holder: string): ConfirmQuestion {
  return {
    title: `${holder} is reviewing this`,
    text: 'What you do now changes it under their hands. They are told, and both edits stay in its history.',
    action: 'Change it all the same',
    kind: 'main',
  };
}
