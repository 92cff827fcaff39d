import type { ItemEditor } from '../../editor/item-editor.ts';
import { findMissingRef, type SettledByRef } from './missing-ref.ts';

/** Who has to speak for a thing not to be missing any more. */
export function findMissingRole(code: string): 'user' | 'assistant' | undefined {
  if (code === 'APPROVAL_NO_USER_TURN') return 'user';
  return code === 'APPROVAL_NO_ASSISTANT_TURN' ? 'assistant' : undefined;
}

/** The first thing that is missing and that one step adds: a turn of somebody, or a reference. */
export function findQuickFix<Thing extends SettledByRef>({
  item,
  missing,
}: Pick<ItemEditor, 'item'> & { readonly missing: readonly Thing[] }): Thing | undefined {
  return missing.find(
    (thing) => findMissingRole(thing.code) !== undefined || findMissingRef(item, missing, thing) !== undefined,
  );
}
