import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { toComputedTags } from '../../../../../../src/curate/computed-tags.ts';
import { TagChip } from '../../../../parts/TagChip.tsx';
import { PanelSection } from '../PanelSection.tsx';

/** Tags that follow from the conversation. They change with it, and cannot be given by hand. */
export function ComputedTags({ item }: { readonly item: Item }) {
  return (
    <PanelSection title="Computed">
      <ul className="flex flex-wrap gap-1">
        {toComputedTags(item).map((tag) => (
          <li className="flex min-w-0 max-w-full" key={tag}>
            <TagChip isComputed tag={tag} />
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
