import type { MouseEvent } from 'react';
import { nameTurn } from '../../../../../../src/conversation/turn-number.ts';
import type { MissingThing } from '../../../../../../src/curate/approval.ts';
import { withAssistantRoles } from '../../../../../../src/curate/conversation-view.ts';
import type { ItemRemark } from '../../../../../../src/curate/warnings.ts';
import { newId } from '../../../../data/new-id.ts';
import { Button } from '../../../../parts/button/Button.tsx';
import { Icon } from '../../../../parts/Icon.tsx';
import { withRefAdded } from '../../changes/ref-changes.ts';
import { withSpeaker } from '../../changes/turn-order.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';
import { fieldPlaces } from '../field-places.ts';
import { type ItemPlace, toItemPlace } from './item-place.ts';
import { findMissingRef, type SettledByRef } from './missing-ref.ts';
import { findMissingRole } from './quick-fix.ts';

export interface RemarkRowProps {
  readonly editor: ItemEditor;
  readonly remark: MissingThing | ItemRemark;
  readonly kind: 'missing' | 'warning';
  /** It is the first with a quick fix: a key applies it. */
  readonly isKeyed: boolean;
  readonly onJump: (place: ItemPlace) => void;
}

/** A problem or warning: it leads to its place, and offers its quick fix. */
export function RemarkRow(props: RemarkRowProps) {
  const { editor, remark, kind, isKeyed, onJump } = props;
  const place = toItemPlace(withAssistantRoles(editor.item, editor.assistantRoles), remark);
  return (
    <li>
      <button
        className="flex w-full items-start gap-2.5 rounded-md px-2 py-2 text-left hover:bg-hover"
        onClick={() => onJump(place)}
        type="button"
      >
        <span className={kind === 'missing' ? 'mt-0.5 text-fail' : 'mt-0.5 text-warn'}>
          <Icon name="warn" />
        </span>
        <span className="flex min-w-0 flex-col">
          <span className="text-quiet text-xs">{place.name}</span>
          <span className="break-words text-sm" dir="auto">
            {remark.message}
          </span>
        </span>
      </button>
      {editor.stored.status !== 'deleted' && <AddSpeaker {...props} place={place} />}
      {editor.stored.status !== 'deleted' && <AddRef editor={editor} isKeyed={isKeyed} remark={remark} />}
    </li>
  );
}

/** Adds a missing question or answer, and opens it for writing. */
function AddSpeaker({ editor, remark, place, isKeyed, onJump }: RemarkRowProps & { readonly place: ItemPlace }) {
  const role = findMissingRole(remark.code);
  if (role === undefined) return null;
  const label = role === 'user' ? 'Add question' : 'Add answer';
  const add = () => {
    const id = newId();
    const { turnId } = withSpeaker(editor.item, role, id);
    editor.change((item) => withSpeaker(item, role, id).item, label);
    onJump({ ...place, turnId, focus: undefined, isToWrite: true });
  };
  return (
    <div className="ps-8 pb-2">
      <Button data-place={fieldPlaces.quickFix} icon="add" onClick={add} {...(isKeyed ? { keys: 'Shift+N' } : {})}>
        {label}
      </Button>
    </div>
  );
}

interface AddRefProps {
  readonly editor: ItemEditor;
  readonly remark: SettledByRef;
  readonly isKeyed: boolean;
}

/** What an answer key cites becomes a reference of its turn. */
function AddRef({ editor, remark, isKeyed }: AddRefProps) {
  const found = findMissingRef(editor.item, editor.missing, remark);
  if (found === undefined) return null;
  const { turnId, turnIndex, url } = found;
  const add = (event: MouseEvent<HTMLElement>) => {
    // The line goes away with its button: the focus stays in the panel.
    event.currentTarget.closest<HTMLElement>('[data-panel]')?.focus();
    editor.change((item) => withRefAdded(item, turnId, { url }), `Add reference to ${nameTurn(turnIndex)}`);
  };
  return (
    <div className="ps-8 pb-2">
      <Button data-place={fieldPlaces.quickFix} icon="add" onClick={add} {...(isKeyed ? { keys: 'Shift+N' } : {})}>
        Add as reference
      </Button>
    </div>
  );
}
