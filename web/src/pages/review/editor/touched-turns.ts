import type { Item } from '../../../../../src/conversation/item/item.ts';
import { withContextChanged } from '../../../../../src/curate/context-changed.ts';
import { isSameJson } from '../../../../../src/curate/same-json.ts';
import { type ShownTurn, toShownTurns } from '../../../parts/conversation/shown-turns.ts';

/**
 * The turns that an act brought, changed or moved, by their names and in order; of what it took away, the turn that
 * stands there now. Of several of these the first that applies: a turn that comes or goes also moves those behind it.
 */
export function listTouchedTurns(before: Item, after: Item): readonly string[] {
  const [was, is] = [toShownTurns(before), toShownTurns(after)];
  const kinds = [
    () => is.filter(({ id }) => findTurn(was, id) === undefined),
    () => listInPlaceOfGone(was, is),
    () => is.filter((turn) => !isSameJson(toUnflagged(findTurn(was, turn.id)), toUnflagged(turn))),
    () => is.filter(({ id }, at) => was[at]?.id !== id),
    // The flag of a key follows what was done before it.
    () => is.filter((turn) => !isSameJson(findTurn(was, turn.id), turn)),
  ];
  for (const list of kinds) {
    const touched = list();
    if (touched.length > 0) return touched.map(({ id }) => id);
  }
  return [];
}

function listInPlaceOfGone(was: readonly ShownTurn[], is: readonly ShownTurn[]): readonly ShownTurn[] {
  const at = was.findIndex(({ id }) => findTurn(is, id) === undefined);
  const neighbor = at === -1 ? undefined : (is[at] ?? is.at(-1));
  return neighbor === undefined ? [] : [neighbor];
}

function findTurn(turns: readonly ShownTurn[], wanted: string): ShownTurn | undefined {
  return turns.find(({ id }) => id === wanted);
}

function toUnflagged(turn: ShownTurn | undefined): ShownTurn | undefined {
  return turn === undefined ? undefined : withContextChanged(turn, false);
}
