import type { Ref } from '../../../../../../src/conversation/ref.ts';
import { withoutRef, withRefBack, withRefChanged } from '../../changes/ref-changes.ts';
import { listRefs, type RefPlace } from '../../changes/ref-place.ts';
import type { ItemEditor } from '../../editor/item-editor.ts';
import { focusPlace } from '../focus-place.ts';
import { toRefPath } from './ref-path.ts';

export function toRefName({ title, url }: Ref): string {
  return title?.trim() || url;
}

/** Good to cite and not needed, or needed. */
export function toggleBonus(editor: ItemEditor, place: RefPlace, source: Ref): void {
  const bonus = source.bonus !== true;
  const step = `Mark reference ${toRefName(source)} as ${bonus ? 'optional' : 'required'}`;
  editor.change((item) => withRefChanged(item, place, { bonus }), step);
}

/** The focus goes to the one that takes its place, and not out of the page with the card. */
export function removeRef(editor: ItemEditor, place: RefPlace, source: Ref): void {
  const name = toRefName(source);
  const left = listRefs(editor.item, place.owner).length - 1;
  editor.change((item) => withoutRef(item, place), `Remove reference ${name}`);
  const list = toRefPath(editor.item, place.owner);
  focusPlace(left > 0 ? `${list}[${Math.min(place.index, left - 1)}].open` : list);
  const back = () => editor.change((item) => withRefBack(item, place, source), `Restore reference ${name}`);
  const isInEffect = ({ item }: Pick<ItemEditor, 'item'>) =>
    !listRefs(item, place.owner).some(({ url }) => url === source.url);
  editor.offerUndo({ title: 'Reference removed', run: back, isInEffect });
}
