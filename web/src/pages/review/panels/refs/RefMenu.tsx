import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { isAssistantRole, toRoleLabel } from '../../../../../../src/conversation/role.ts';
import { nameTurn } from '../../../../../../src/conversation/turn-number.ts';
import { hasHistory } from '../../../../../../src/curate/conversation-view.ts';
import { type ShownTurn, toShownTurns } from '../../../../parts/conversation/shown-turns.ts';
import { showToast } from '../../../../parts/feedback/toasts.ts';
import { type MenuAction, MenuButton } from '../../../../parts/menu/MenuButton.tsx';
import { withRefMoved } from '../../changes/ref-changes.ts';
import type { RefOwner, RefPlace } from '../../changes/ref-place.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';
import { focusPlace } from '../focus-place.ts';
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
  const targets = hasHistory(editor.item)
    ? listNearTurns(toShownTurns(editor.item), place.owner, editor.assistantRoles)
    : [];
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

const mostTurns = 6;

export interface NearTurn {
  readonly owner: RefOwner;
  /** "turn 4 (Assistant)" */
  readonly name: string;
}

/** Targets for moving a ref: the nearest turns of the assistant, or else any turns, and the conversation itself. */
export function listNearTurns(
  turns: readonly ShownTurn[],
  from: RefOwner,
  assistantRoles: readonly string[] = [],
): readonly NearTurn[] {
  const at = Math.max(
    0,
    turns.findIndex(({ id }) => id === from),
  );
  const others = [...turns.entries()].filter(([, { id }]) => id !== from);
  const answering = others.filter(([, { role }]) => isAssistantRole(role, assistantRoles));
  const near = (answering.length > 0 ? answering : others)
    .toSorted(([a], [b]) => Math.abs(a - at) - Math.abs(b - at))
    .slice(0, mostTurns)
    .toSorted(([a], [b]) => a - b)
    .map(([index, { id, role }]) => ({ owner: id, name: `${nameTurn(index)} (${toRoleLabel(role)})` }));
  return from === undefined ? near : [...near, { owner: undefined, name: 'the conversation' }];
}
