import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { useAction } from '../../../../app/keys/use-action.ts';
import { showToast } from '../../../../parts/feedback/toasts.ts';
import type { RefPlace } from '../../changes/ref-place.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';
import type { PanelName } from '../../selection.ts';
import { focusPlace, pressPlace, pressWhenDrawn } from '../focus-place.ts';
import { removeRef, toggleBonus } from './ref-acts.ts';
import { toRefPath } from './ref-path.ts';
import type { RefCursor } from './use-ref-cursor.ts';

export interface RefKeyParts {
  readonly editor: ItemEditor;
  readonly cursor: RefCursor;
  readonly onPanel: (panel: PanelName) => void;
}

/** Shortcuts that step through the references of a turn and act on the current one. */
export function useRefKeys({ editor, cursor, onPanel }: RefKeyParts): void {
  const { owner, refs, at, put } = cursor;
  const toPath = (index: number) => toRefPath(editor.item, owner, index);
  const step = (by: 1 | -1) => () => {
    onPanel('refs');
    const next = stepRef(refs.length, at, by);
    if (next === undefined) return sayNone();
    put(next);
    focusPlace(`${toPath(next)}.open`);
  };
  const onRef = (run: (place: RefPlace, source: Ref) => void) => () => {
    onPanel('refs');
    const index = at ?? 0;
    const source = refs[index];
    if (source === undefined) return sayNone();
    put(index);
    run({ owner, index, url: source.url }, source);
  };
  const press = (button: string) => onRef(({ index }) => pressPlace(`${toPath(index)}.${button}`));
  useAction('review.next-ref', step(1));
  useAction('review.previous-ref', step(-1));
  useAction('review.open-ref', press('open'));
  useAction('review.excerpt', press('pick'));
  useAction('review.edit-ref', press('edit'));
  useAction(
    'review.send-ref',
    onRef(({ index }) => pressWhenDrawn(`[data-place="${CSS.escape(toPath(index))}"] [aria-haspopup="menu"]`)),
  );
  useAction(
    'review.bonus',
    onRef((place, source) => {
      toggleBonus(editor, place, source);
      focusPlace(`${toPath(place.index)}.open`);
    }),
  );
  useAction(
    'review.remove-ref',
    onRef((place, source) => removeRef(editor, place, source)),
  );
}

function sayNone(): void {
  showToast({ title: 'No references yet. Press f to find a document.' });
}

/** The next or previous of `count` references, without wrapping. Without a current one, starts at that end. */
export function stepRef(count: number, at: number | undefined, by: 1 | -1): number | undefined {
  if (count === 0) return undefined;
  if (at === undefined) return by === 1 ? 0 : count - 1;
  return Math.min(Math.max(at + by, 0), count - 1);
}
