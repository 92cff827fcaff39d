import type { PendingLabel } from '../../../../data/pending-labels/pending-label.ts';

export interface NamedTurn {
  readonly id: string;
}

/** Pending labels at the current index of their turns. Labels of removed turns are left out. */
export function toShownLabels(pending: readonly PendingLabel[], turns: readonly NamedTurn[]): readonly PendingLabel[] {
  return pending.flatMap((one) => {
    const { turnId, turnIndex } = one.label;
    if (turnId === undefined) return one;
    const shown = turns.findIndex(({ id }) => id === turnId);
    if (shown === -1) return [];
    return shown === turnIndex ? one : { ...one, label: { ...one.label, turnIndex: shown } };
  });
}
