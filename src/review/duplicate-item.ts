import { Fault } from '../base/fault.ts';
import { toItemTag } from '../conversation/item/item-tags.ts';
import { fromBody, toItemContent } from '../curate/item-content.ts';
import type { ItemKey, ItemRecord } from '../store/item-port.ts';
import { getItem } from './read-item.ts';
import type { ReviewContext } from './review-context.ts';

/** A copy to be rephrased: a draft that the actor holds, tagged `rephrase:<id>`, with the turns and their ids. */
export async function duplicateItem(
  context: ReviewContext,
  { key, actor }: { readonly key: ItemKey; readonly actor: string },
): Promise<ItemRecord> {
  const original = await getItem(context, key);
  if (original.status === 'deleted') {
    const message = `The item "${key.id}" is deleted.`;
    throw new Fault({ code: 'ITEM_DELETED', message, hint: 'Restore it first, then copy it.' });
  }
  const item = fromBody(original.body, 'draft');
  // An id is never blank, so it always makes a tag. A copy of a copy names the one it was made from.
  const tag = toItemTag(`rephrase:${key.id}`) ?? '';
  const manualTags = [...item.manualTags.filter((given) => !given.startsWith('rephrase:')), tag];
  for (;;) {
    const id = `${key.id}-copy-${context.newTurnId()}`;
    const { result: isNew, record } = await context.store.items.change<boolean>({
      key: { dataset: key.dataset, id },
      actor,
      decide: (current) => {
        if (current !== undefined) return { result: false };
        const content = toItemContent({ ...item, id, manualTags });
        return { result: true, write: { action: 'duplicate', status: 'draft', content, assignedTo: actor } };
      },
    });
    if (isNew && record !== undefined) return record;
  }
}
