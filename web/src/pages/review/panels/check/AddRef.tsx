import type { MouseEvent } from 'react';
import { nameTurn } from '../../../../../../src/conversation/turn-number.ts';
import { Button } from '../../../../parts/Button.tsx';
import { withRefAdded } from '../../edit/ref-changes.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';
import { fieldPlaces } from '../field-places.ts';
import { findMissingRef, type SettledByRef } from './missing-ref.ts';

export interface AddRefProps {
  readonly editor: ItemEditor;
  readonly remark: SettledByRef;
  readonly isKeyed: boolean;
}

/** What an answer key cites becomes a reference of its turn. */
export function AddRef({ editor, remark, isKeyed }: AddRefProps) {
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
