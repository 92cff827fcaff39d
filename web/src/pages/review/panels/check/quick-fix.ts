import type { ItemEditor } from '../../editor/item-editor.ts';
import { findMissingRef, type SettledByRef } from './missing-ref.ts';

/** The role whose turn is missing. */
export function findMissingRole(code: string): 'user' | 'assistant' | undefined {
  if (code === 'APPROVAL_NO_USER_TURN') return 'user';
  return code === 'APPROVAL_NO_ASSISTANT_TURN' ? 'assistant' : undefined;
}

/** The first missing thing that one step can add: a turn or a reference. */
export function findQuickFix<Thing extends SettledByRef>({
  item,
  missing,
}: Pick<ItemEditor, 'item'> & { readonly missing: readonly Thing[] }): Thing | undefined {
  return missing.find(
    (thing) => findMissingRole(thing.code) !== undefined || findMissingRef(item, missing, thing) !== undefined,
  );
}
