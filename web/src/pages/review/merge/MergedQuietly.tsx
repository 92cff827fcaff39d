import { diffItems } from '../../../../../src/curate/diff-items.ts';
import { ItemDiffView } from '../../../parts/diff/ItemDiffView.tsx';
import type { MergeWork } from '../editor/item-editor.ts';
import { settleMerge } from './settle-merge.ts';

/** What theirs changed elsewhere and needs no decision, folded. */
export function MergedQuietly({ work }: { readonly work: MergeWork }) {
  const diff = diffItems(work.mine, settleMerge(work, new Map()));
  const turns = diff.turns.filter(({ kind }) => kind !== 'same').length;
  const count = turns + diff.fields.length;
  if (count === 0) return null;
  return (
    <details className="mt-8">
      <summary className="min-h-7 w-fit max-w-full cursor-pointer rounded text-quiet text-sm hover:text-ink">
        {count === 1 ? '1 other change' : `${count} other changes`} by {work.theirsBy}, merged automatically
      </summary>
      <div className="mt-3 pl-4">
        <ItemDiffView diff={diff} layout="inline" />
      </div>
    </details>
  );
}
