import { isEdited } from '../../../data/changed-fields.ts';
import type { Note } from '../../../parts/feedback/toasts.ts';
import type { ItemSession } from './item-session.ts';
import type { SessionView } from './session-view.ts';

/** Something that was done to an item and can be taken back. */
export interface UndoOffer {
  readonly title: string;
  readonly run: () => void;
  /** Whether it is still as it was made; afterwards there is nothing to undo. */
  readonly stands: (view: Pick<SessionView, 'item' | 'stored'>) => boolean;
}

/** Says what was done, with its undo, until it is undone in another way or the item has moved on. */
export function offerUndo(
  session: Pick<ItemSession, 'subscribe' | 'view'>,
  say: (note: Note) => () => void,
  { title, run, stands }: UndoOffer,
): void {
  const close = say({ title, action: { label: 'Undo', run } });
  const stop = session.subscribe(() => {
    if (stands(session.view())) return;
    stop();
    close();
  });
}

/** Throws away what was typed. The note undoes it, until something else is typed. */
export function discardWithUndo(
  session: Pick<ItemSession, 'subscribe' | 'view' | 'discard' | 'undo'>,
  say: (note: Note) => () => void,
): void {
  session.discard();
  const { item: discarded } = session.view();
  const stands = ({ item }: Pick<SessionView, 'item'>) => !isEdited(discarded, item);
  offerUndo(session, say, { title: 'Changes discarded', run: session.undo, stands });
}
