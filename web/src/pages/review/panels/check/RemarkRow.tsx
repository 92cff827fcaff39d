import type { MissingThing } from '../../../../../../src/curate/approval.ts';
import type { ItemRemark } from '../../../../../../src/curate/warnings.ts';
import { Button } from '../../../../parts/Button.tsx';
import { Icon } from '../../../../parts/Icon.tsx';
import { newTurnId } from '../../edit/turn-id.ts';
import { withSpeaker } from '../../edit/turn-order.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';
import { fieldPlaces } from '../field-places.ts';
import { AddRef } from './AddRef.tsx';
import { type ItemPlace, toItemPlace } from './item-place.ts';
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
  const place = toItemPlace(editor.item, remark);
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

/** Nobody asks, or nobody answers: the turn is made, and opened to be written. */
function AddSpeaker({ editor, remark, place, isKeyed, onJump }: RemarkRowProps & { readonly place: ItemPlace }) {
  const role = findMissingRole(remark.code);
  if (role === undefined) return null;
  const label = role === 'user' ? 'Add question' : 'Add answer';
  const add = () => {
    const id = newTurnId();
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
