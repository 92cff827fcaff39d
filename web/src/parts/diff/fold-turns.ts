import type { TurnChange } from '../../../../src/curate/diff-items.ts';

/** A turn that differs, or a run of those that do not. */
export type TurnStretch =
  | { readonly kind: 'change'; readonly change: TurnChange }
  | { readonly kind: 'same'; readonly turns: TurnChange[] };

/** The changes of a conversation, with the turns between them put together. */
export function foldTurns(turns: readonly TurnChange[]): readonly TurnStretch[] {
  const stretches: TurnStretch[] = [];
  for (const turn of turns) {
    const last = stretches.at(-1);
    if (turn.kind !== 'same') stretches.push({ kind: 'change', change: turn });
    else if (last?.kind === 'same') last.turns.push(turn);
    else stretches.push({ kind: 'same', turns: [turn] });
  }
  return stretches;
}
