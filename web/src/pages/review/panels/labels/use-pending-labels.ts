import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { ItemKey } from '../../../../data/item-key.ts';
import type { LabelSender } from '../../../../data/pending-labels/label-sender.ts';
import type { PendingLabel } from '../../../../data/pending-labels/pending-label.ts';
import { openPendingLabels } from '../../../../data/pending-labels/pending-labels.ts';
import { type NamedTurn, toShownLabels } from './shown-labels.ts';

/** The pending labels of an item and their sender. With `turns`, at the current index of each turn. */
export function usePendingLabels(
  { dataset, id }: ItemKey,
  turns?: readonly NamedTurn[],
): {
  readonly sender: LabelSender;
  readonly pending: readonly PendingLabel[];
} {
  const sender = openPendingLabels(useQueryClient());
  const all = useSyncExternalStore(sender.subscribe, sender.list);
  const pending = useMemo(() => {
    const mine = all.filter(({ label }) => label.dataset === dataset && label.id === id);
    return turns === undefined ? mine : toShownLabels(mine, turns);
  }, [all, dataset, id, turns]);
  return { sender, pending };
}
