import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { ItemKey } from '../../../../data/item-key.ts';
import type { LabelSender } from '../../../../data/pending-labels/label-sender.ts';
import type { PendingLabel } from '../../../../data/pending-labels/pending-label.ts';
import { openPendingLabels } from '../../../../data/pending-labels/pending-labels.ts';

/** The labels of an item that are on their way, and who sends them. */
export function usePendingLabels({ dataset, id }: ItemKey): {
  readonly sender: LabelSender;
  readonly pending: readonly PendingLabel[];
} {
  const sender = openPendingLabels(useQueryClient());
  const all = useSyncExternalStore(sender.subscribe, sender.list);
  const pending = useMemo(
    () => all.filter(({ label }) => label.dataset === dataset && label.id === id),
    [all, dataset, id],
  );
  return { sender, pending };
}
