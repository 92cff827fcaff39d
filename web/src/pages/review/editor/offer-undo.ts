import { isEdited } from '../../../data/edited-item.ts';
import type { Toast } from '../../../parts/feedback/toasts.ts';
import type { ItemSession } from './item-session.ts';
import type { SessionView } from './session-view.ts';

/** An act on an item that can be undone. */
export interface UndoOffer {
  readonly title: string;
  readonly run: () => void;
  /** Whether the act is still in effect. If not, there is nothing to undo. */
  readonly isInEffect: (view: Pick<SessionView, 'item' | 'stored'>) => boolean;
}

/** Shows a toast with an undo. It closes when the act is undone in another way or no longer in effect. */
export function offerUndo(
  session: Pick<ItemSession, 'subscribe' | 'view'>,
  showToast: (toast: Toast) => () => void,
  { title, run, isInEffect }: UndoOffer,
): void {
  const close = showToast({ title, action: { label: 'Undo', run } });
  const stop = session.subscribe(() => {
    if (isInEffect(session.view())) return;
    stop();
    close();
  });
}

/** Discards the unsaved text. Its toast offers an undo until something else is typed. */
export function discardWithUndo(
  session: Pick<ItemSession, 'subscribe' | 'view' | 'discard' | 'undo'>,
  showToast: (toast: Toast) => () => void,
): void {
  session.discard();
  const { item: discarded } = session.view();
  const isInEffect = ({ item }: Pick<SessionView, 'item'>) => !isEdited(discarded, item);
  offerUndo(session, showToast, { title: 'Changes discarded', run: session.undo, isInEffect });
}
