import { isContextChanged } from '../../../../../src/curate/context-changed.ts';
import { useAction } from '../../../app/keys/use-action.ts';
import type { ShownTurn } from '../../../parts/conversation/shown-turns.ts';
import type { Selection } from '../selection.ts';
import type { TurnActs } from './turn-acts.ts';
import type { OpenField } from './turn-work.ts';

interface TurnKeys {
  readonly turns: readonly ShownTurn[];
  /** Turns whose failing reply is not settled. */
  readonly unsettled: ReadonlySet<string>;
  readonly selection: Selection;
  readonly acts: TurnActs;
  readonly open: OpenField | undefined;
}

/** The keys that walk through the turns and change the selected one. */
export function useTurnKeys({ turns, unsettled, selection, acts, open }: TurnKeys): void {
  const selected = turns.find(({ id }) => id === selection.turnId)?.id;
  const step = (by: 1 | -1) => {
    const at = turns.findIndex(({ id }) => id === selected);
    const next = turns[at === -1 ? 0 : Math.min(Math.max(at + by, 0), turns.length - 1)];
    if (next !== undefined) selection.select(next.id);
  };
  const onTurn = (run: (turnId: string) => void) => (selected === undefined ? undefined : () => run(selected));
  useAction('review.next-turn', turns.length === 0 ? undefined : () => step(1));
  useAction('review.previous-turn', turns.length === 0 ? undefined : () => step(-1));
  const first = turns[0]?.id;
  const toEdit = selected ?? first;
  useAction('review.edit', toEdit === undefined ? undefined : () => acts.open(toEdit, 'text'));
  useAction('review.end-edit', open === undefined ? undefined : () => acts.finish(open.turnId));
  useAction(
    'review.key',
    onTurn((id) => (open?.turnId === id && open.field === 'key' ? acts.close() : acts.open(id, 'key'))),
  );
  const isFlagged = isContextChanged(turns.find(({ id }) => id === selected));
  useAction('review.check-again', isFlagged ? onTurn((id) => acts.check(id)) : undefined);
  const isUnsettled = selected !== undefined && unsettled.has(selected);
  useAction('review.answer-right', isUnsettled ? onTurn((id) => acts.open(id, 'why')) : undefined);
  useAction('review.insert-after', () => acts.insert(selected, 'after'));
  useAction(
    'review.insert-before',
    onTurn((id) => acts.insert(id, 'before')),
  );
  useAction(
    'review.role',
    onTurn((id) => acts.askRole(id)),
  );
  useAction(
    'review.copy',
    onTurn((id) => acts.copy(id)),
  );
  useAction(
    'review.delete-turn',
    onTurn((id) => acts.remove(id)),
  );
  useAction(
    'review.move-up',
    onTurn((id) => acts.move(id, -1)),
  );
  useAction(
    'review.move-down',
    onTurn((id) => acts.move(id, 1)),
  );
}
