import { diffItems, type ItemDiff } from '../curate/diff-items.ts';
import { fromBody } from '../curate/item-content.ts';
import type { SnapshotItem } from '../store/curation-port.ts';
import type { ItemKey } from '../store/item-port.ts';
import type { ReviewContext } from './review-context.ts';
import { getSnapshot } from './snapshot.ts';

export interface SnapshotDiff {
  readonly from: string;
  readonly to: string;
  readonly added: readonly ItemKey[];
  readonly removed: readonly ItemKey[];
  readonly changed: readonly (ItemKey & { readonly diff: ItemDiff })[];
}

/** What differs between two snapshots, item by item, and within an item turn by turn. */
export async function diffSnapshots(context: ReviewContext, from: string, to: string): Promise<SnapshotDiff> {
  await getSnapshot(context, from);
  await getSnapshot(context, to);
  const added: ItemKey[] = [];
  const removed: ItemKey[] = [];
  const changed: (ItemKey & { readonly diff: ItemDiff })[] = [];
  for await (const { before, after } of pairItems(context, from, to)) {
    if (before === undefined) added.push(...toKeys(after));
    else if (after === undefined) removed.push(...toKeys(before));
    else if (before.body !== after.body || before.status !== after.status) {
      const diff = diffItems(fromBody(before.body, before.status), fromBody(after.body, after.status));
      changed.push({ dataset: after.dataset, id: after.id, diff });
    }
  }
  return { from, to, added, removed, changed };
}

interface ItemPair {
  readonly before?: SnapshotItem;
  readonly after?: SnapshotItem;
}

/** Both are sorted by key, so they are read side by side, one item of each at a time. */
async function* pairItems({ store }: ReviewContext, from: string, to: string): AsyncGenerator<ItemPair> {
  const left = store.snapshots.items(from)[Symbol.asyncIterator]();
  const right = store.snapshots.items(to)[Symbol.asyncIterator]();
  try {
    let [before, after] = [await readNext(left), await readNext(right)];
    while (before !== undefined || after !== undefined) {
      const order = compareKeys(before, after);
      yield {
        ...(order <= 0 && before !== undefined ? { before } : {}),
        ...(order >= 0 && after !== undefined ? { after } : {}),
      };
      if (order <= 0) before = await readNext(left);
      if (order >= 0) after = await readNext(right);
    }
  } finally {
    await left.return?.();
    await right.return?.();
  }
}

async function readNext(items: AsyncIterator<SnapshotItem>): Promise<SnapshotItem | undefined> {
  const { value, done } = await items.next();
  return done === true ? undefined : value;
}

/** By dataset and id, as the store sorts them; an end comes after everything. */
function compareKeys(a: ItemKey | undefined, b: ItemKey | undefined): number {
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return compareText(a.dataset, b.dataset) || compareText(a.id, b.id);
}

/** By code points, which is the order of UTF-8 bytes; that of JavaScript differs beyond U+FFFF. */
function compareText(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function toKeys(item: ItemKey | undefined): readonly ItemKey[] {
  return item === undefined ? [] : [{ dataset: item.dataset, id: item.id }];
}
