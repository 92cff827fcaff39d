import type { Turn } from '../conversation/item/item.ts';
import { alignTurns } from './align-turns.ts';

/** Gives a name to each turn that has none: that of the turn it was before, else a new one. Names that are given stay. */
export function withTurnIds(
  turns: readonly Turn[],
  before: readonly Turn[] | undefined,
  newTurnId: () => string,
): Turn[] {
  if (turns.every((turn) => turn.id !== undefined)) return [...turns];
  const taken = new Set([...turns, ...(before ?? [])].flatMap(({ id }) => id ?? []));
  const pairs = before === undefined ? [] : alignTurns(before, turns);
  return turns.map((turn, at) => {
    if (turn.id !== undefined) return turn;
    const old = pairs[at];
    const id = (old === undefined ? undefined : before?.[old]?.id) ?? findFreeId(taken, newTurnId);
    return { id, ...turn };
  });
}

function findFreeId(taken: Set<string>, newTurnId: () => string): string {
  for (;;) {
    const id = newTurnId();
    if (taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}
