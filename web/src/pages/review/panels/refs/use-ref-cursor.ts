import { useState } from 'react';
import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { listRefs, type RefOwner, toOwner } from '../../changes/ref-place.ts';
import type { PanelProps } from '../panel-props.ts';

/** The references of the selected turn, and the one that shortcuts apply to. */
export interface RefCursor {
  readonly owner: RefOwner;
  readonly refs: readonly Ref[];
  /** From 0. Undefined if none is selected. Shortcuts then apply to the first. */
  readonly at: number | undefined;
  readonly put: (index: number) => void;
}

export function useRefCursor({ editor, selection }: PanelProps): RefCursor {
  const [last, setLast] = useState<{ readonly owner: RefOwner; readonly index: number }>();
  const owner = toOwner(editor.item, selection.turnId);
  const refs = listRefs(editor.item, owner);
  const isHere = last?.owner === owner && refs.length > 0;
  return {
    owner,
    refs,
    // When the last one is removed, the one before it takes its place.
    at: last !== undefined && isHere ? Math.min(last.index, refs.length - 1) : undefined,
    put: (index) => setLast({ owner, index }),
  };
}
