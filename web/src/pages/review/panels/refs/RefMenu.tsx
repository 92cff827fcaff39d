import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { hasHistory } from '../../../../../../src/curate/conversation-view.ts';
import { toShownTurns } from '../../../../parts/conversation/shown-turns.ts';
import { type MenuAction, MenuButton } from '../../../../parts/MenuButton.tsx';
import { say } from '../../../../parts/toasts.ts';
import { withoutRef, withRefBack, withRefMoved } from '../../edit/ref-changes.ts';
import { listRefs, type RefOwner, type RefPlace } from '../../edit/ref-place.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';
import { focusPlace } from '../focus-place.ts';
import { listNearTurns } from './near-turns.ts';
import { toRefPath } from './ref-path.ts';

export interface RefMenuProps {
  readonly editor: ItemEditor;
  readonly place: RefPlace;
  readonly source: Ref;
}

/** What can be done with a reference as a whole. */
export function RefMenu({ editor, place, source }: RefMenuProps) {
  const name = source.title?.trim() || source.url;
  const remove = () => {
    editor.change((item) => withoutRef(item, place), `Remove the reference ${name}`);
    // The list stays: the focus must not fall out of the page with the card.
    focusPlace(toRefPath(editor.item, place.owner));
    const back = () => editor.change((item) => withRefBack(item, place, source), `Put back the reference ${name}`);
    const stands = ({ item }: Pick<ItemEditor, 'item'>) =>
      !listRefs(item, place.owner).some(({ url }) => url === source.url);
    editor.offerUndo({ title: 'Reference removed', run: back, stands });
  };
  const send = (to: RefOwner, isCopy: boolean, where: string) => {
    const step = `${isCopy ? 'Copy' : 'Move'} the reference ${name} to ${where}`;
    editor.change((item) => withRefMoved(item, place, { to, isCopy }), step);
    if (!isCopy) focusPlace(toRefPath(editor.item, place.owner));
    say({ title: `${isCopy ? 'Copied' : 'Moved'} to ${where}` });
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
        [{ label: 'Remove', icon: 'trash', kind: 'danger', run: remove } satisfies MenuAction],
      ]}
      icon="more"
      isLabelHidden
      kind="quiet"
      label={`More for ${name}`}
    />
  );
}
