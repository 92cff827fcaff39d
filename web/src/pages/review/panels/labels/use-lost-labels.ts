import { useEffect } from 'react';
import type { LabelSender } from '../../../../data/pending-labels/label-sender.ts';
import type { PendingLabel } from '../../../../data/pending-labels/pending-label.ts';
import { say } from '../../../../parts/toasts.ts';

/** Tells of scores whose turn is gone, and lets go of them: no turn is there any more to show them at. */
export function useLostLabels(sender: LabelSender, pending: readonly PendingLabel[]): void {
  useEffect(() => {
    for (const { once, label, state } of pending) {
      if (state.kind !== 'lost' || !sender.takeBack(once)) continue;
      const title = `Your score ${String(label.score).replace('-', '−')} couldn't be saved. Its turn is no longer in the conversation.`;
      say({ kind: 'fault', title, name: once });
    }
  }, [sender, pending]);
}
