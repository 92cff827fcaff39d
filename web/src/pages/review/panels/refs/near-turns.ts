import { toRoleLabel } from '../../../../../../src/conversation/role.ts';
import { nameTurn } from '../../../../../../src/conversation/turn-number.ts';
import type { ShownTurn } from '../../../../parts/conversation/shown-turns.ts';
import type { RefOwner } from '../../changes/ref-place.ts';

const mostTurns = 6;

export interface NearTurn {
  readonly owner: RefOwner;
  /** "turn 4 (Assistant)" */
  readonly name: string;
}

/** Where a ref can go from a turn: to the assistant's turns nearest to it, else to any, and to the conversation itself. */
export function listNearTurns(turns: readonly ShownTurn[], from: RefOwner): readonly NearTurn[] {
  const at = Math.max(
    0,
    turns.findIndex(({ id }) => id === from),
  );
  const others = [...turns.entries()].filter(([, { id }]) => id !== from);
  const answering = others.filter(([, { role }]) => role === 'assistant');
  const near = (answering.length > 0 ? answering : others)
    .toSorted(([a], [b]) => Math.abs(a - at) - Math.abs(b - at))
    .slice(0, mostTurns)
    .toSorted(([a], [b]) => a - b)
    .map(([index, { id, role }]) => ({ owner: id, name: `${nameTurn(index)} (${toRoleLabel(role)})` }));
  return from === undefined ? near : [...near, { owner: undefined, name: 'the conversation' }];
}
