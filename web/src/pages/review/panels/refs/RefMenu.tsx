import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { hasHistory } from '../../../../../../src/curate/conversation-view.ts';
import { toShownTurns } from '../../../../parts/conversation/shown-turns.ts';
import { showToast } from '../../../../parts/feedback/toasts.ts';
import { type MenuAction, MenuButton } from '../../../../parts/menu/MenuButton.tsx';
import { withRefMoved } from '../../changes/ref-changes.ts';
import type { RefOwner, RefPlace } from '../../changes/ref-place.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';
import { focusPlace } from '../focus-place.ts';
import { listNearTurns } from './near-turns.ts';
import { removeRef, toggleBonus, toRefName } from './ref-acts.ts';
import { toRefPath } from './ref-path.ts';

export interface RefMenuProps {
  readonly editor: ItemEditor;
  readonly place: RefPlace;
  readonly source: Ref;
}

/** What can be done with a reference as a whole. */
export function RefMenu({ editor, place, source }: RefMenuProps) {
  const name = toRefName(source);
  const send = (to: RefOwner, isCopy: boolean, where: string) => {
    const step = `${isCopy ? 'Copy' : 'Move'} reference ${name} to ${where}`;
    editor.change((item) => withRefMoved(item, place, { to, isCopy }), step);
    if (!isCopy) focusPlace(toRefPath(editor.item, place.owner));
    showToast({ title: `${isCopy ? 'Copied' : 'Moved'} to ${where}` });
  };
  const targets = hasHistory(editor.item) ? listNearTurns(toShownTurns(editor.item), place.owner) : [];
  const toAction = (isCopy: boolean) =>
    targets.map(({ owner, name: where }): MenuAction => {
      const verb = isCopy ? 'Copy' : 'Move';
      return { label: `${verb} to ${where}`, run: () => send(owner, isCopy, where) };
    });
  return (
    <MenuButton
      groups={[
        toAction(false),
        toAction(true),
        [
          {
            label: source.bonus === true ? 'Mark as required' : 'Mark as optional',
            icon: 'star',
            keys: 'd b',
            run: () => toggleBonus(editor, place, source),
          } satisfies MenuAction,
        ],
        [
          {
            label: 'Remove',
            icon: 'trash',
            kind: 'danger',
            keys: 'd x',
            run: () => removeRef(editor, place, source),
          } satisfies MenuAction,
        ],
      ]}
      icon="more"
      isLabelHidden
      kind="quiet"
      label={`More actions for ${name}`}
    />
  );
}
