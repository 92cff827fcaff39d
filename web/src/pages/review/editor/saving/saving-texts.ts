import type { IconName } from '../../../../parts/Icon.tsx';
import { toSentence } from '../../../../parts/page/FaultView.tsx';
import type { ItemEditor } from '../item-editor.ts';

/** The save status next to the item. */
export interface SavingText {
  readonly icon: IconName;
  readonly kind: 'quiet' | 'warn' | 'fail';
  /** A word or two. The layout does not move when it changes. */
  readonly short: string;
  /** A sentence: what happened, and what to do next. */
  readonly long: string;
  /** Whether a screen reader announces it. States that come and go while typing are not announced. */
  readonly isAnnounced: boolean;
}

type Saving = Pick<ItemEditor, 'saving' | 'isKept' | 'stored' | 'merge' | 'otherAssignee'>;

export function toSavingText({ saving, isKept, stored, merge, otherAssignee }: Saving): SavingText {
  const kept = isKept ? 'kept on this computer' : "only in this tab, so don't close it";
  switch (saving.kind) {
    case 'saved':
      return { icon: 'approve', kind: 'quiet', short: 'Saved', long: 'All changes are saved.', isAnnounced: true };
    case 'typing':
      return toBusy('Not saved yet', `Saving in a moment. Until then your changes are ${kept}.`);
    case 'saving':
      return toBusy('Saving', `Saving to the server. Until then your changes are ${kept}.`);
    case 'offline':
      return {
        ...{ icon: 'offline', kind: 'warn', isAnnounced: true },
        short: saving.isSignedOut ? 'Signed out' : 'Offline',
        long: saving.isSignedOut
          ? `You're signed out. Your changes are ${kept}. Open the newest link from the server's terminal.`
          : `${saving.why ?? "Can't reach the server."} Your changes are ${kept}. They'll be saved when the server is back.`,
      };
    case 'held':
      return {
        ...{ icon: 'clock', kind: 'warn', isAnnounced: true },
        short: 'Unsaved',
        long: toHeldText({ stored, otherAssignee }, kept),
      };
    case 'refused':
      return {
        ...{ icon: 'warn', kind: 'fail', short: "Couldn't save", isAnnounced: true },
        long: `${toSentence(saving.error)} Your changes are ${kept}. Turnwise retries after your next edit.`,
      };
    case 'conflict':
      return {
        ...{ icon: 'warn', kind: 'fail', short: 'Edit conflict', isAnnounced: true },
        long: `${merge?.theirsBy ?? 'Someone else'} changed the same fields. Your changes are ${kept}. Resolve the conflict to save them.`,
      };
  }
}

function toBusy(short: string, long: string): SavingText {
  return { icon: 'upload', kind: 'quiet', short, long, isAnnounced: false };
}

function toHeldText({ stored, otherAssignee }: Pick<Saving, 'stored' | 'otherAssignee'>, kept: string): string {
  if (stored.status === 'deleted')
    return `The conversation is deleted. Your changes are ${kept}. Restore it to save them.`;
  if (otherAssignee !== undefined)
    return `${otherAssignee} is reviewing this. Your changes are ${kept}. Apply them to save them.`;
  return `The conversation is approved. Your changes are ${kept}. Saving them turns it back into a draft.`;
}
