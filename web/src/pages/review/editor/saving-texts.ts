import { toSentence } from '../../../parts/FaultView.tsx';
import type { IconName } from '../../../parts/Icon.tsx';
import type { ItemEditor } from './item-editor.ts';

/** What stands beside an item about where its text is. */
export interface SavingText {
  readonly icon: IconName;
  readonly kind: 'quiet' | 'warn' | 'fail';
  /** A word or two; nothing moves when it changes. */
  readonly short: string;
  /** A sentence: what, and what to do next. */
  readonly long: string;
  /** Whether a screen reader says it when it comes about: not at every pause of who types. */
  readonly isSaid: boolean;
}

type Saving = Pick<ItemEditor, 'saving' | 'isKept' | 'stored' | 'merge' | 'holder'>;

export function toSavingText({ saving, isKept, stored, merge, holder }: Saving): SavingText {
  const kept = isKept ? 'kept on this computer' : 'kept in this page only: do not close it';
  switch (saving.kind) {
    case 'saved':
      return { icon: 'approve', kind: 'quiet', short: 'Saved', long: 'The server has everything.', isSaid: true };
    case 'typing':
      return toBusy('Not saved yet', `Sent in a moment; until then ${kept}.`);
    case 'saving':
      return toBusy('Saving', `On its way to the server; ${kept}.`);
    case 'offline':
      return {
        ...{ icon: 'offline', kind: 'warn', isSaid: true },
        short: saving.isSignedOut ? 'Signed out' : 'Offline',
        long: saving.isSignedOut
          ? `You are signed out. What you typed is ${kept}. Open the newest link from the server's terminal.`
          : `${saving.why ?? 'The server cannot be reached.'} What you typed is ${kept}, and is sent when it is back.`,
      };
    case 'held':
      return {
        ...{ icon: 'clock', kind: 'warn', isSaid: true },
        short: 'Not sent',
        long: toHeldText({ stored, holder }, kept),
      };
    case 'refused':
      return {
        ...{ icon: 'warn', kind: 'fail', short: 'Refused', isSaid: true },
        long: `${toSentence(saving.error)} What you typed is ${kept}, and is sent again after the next change.`,
      };
    case 'conflict':
      return {
        ...{ icon: 'warn', kind: 'fail', short: 'Conflict', isSaid: true },
        long: `${merge?.theirsBy ?? 'Somebody else'} changed the same places. What you typed is ${kept}, until both are merged.`,
      };
  }
}

function toBusy(short: string, long: string): SavingText {
  return { icon: 'upload', kind: 'quiet', short, long, isSaid: false };
}

function toHeldText({ stored, holder }: Pick<Saving, 'stored' | 'holder'>, kept: string): string {
  if (stored.status === 'deleted')
    return `The conversation is deleted. What you typed is ${kept}. Restore it to save it.`;
  if (holder !== undefined)
    return `${holder} is reviewing this. What you typed is ${kept}, until you say that it counts.`;
  return `The conversation is approved. What you typed is ${kept}. Saving it makes the conversation a draft again.`;
}
