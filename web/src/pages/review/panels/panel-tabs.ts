import { countReferences } from '../../../../../src/curate/aggregate-refs.ts';
import type { IconName } from '../../../parts/Icon.tsx';
import type { ItemEditor } from '../editor/item-editor.ts';
import type { PanelName } from '../selection.ts';

export interface PanelTab {
  readonly name: PanelName;
  /** Short, because six of them share a row. */
  readonly label: string;
  readonly title: string;
  readonly icon: IconName;
  /** The number on the tab. 0 is not shown. */
  readonly count: number;
}

/** The panels in their order, with what is in them. */
export function listPanelTabs(
  { item, missing }: Pick<ItemEditor, 'item' | 'missing'>,
  labels: number,
): readonly PanelTab[] {
  return [
    { name: 'check', label: 'Problems', title: 'What blocks approval', icon: 'approve', count: missing.length },
    { name: 'refs', label: 'References', title: 'References', icon: 'link', count: countReferences(item) },
    { name: 'tags', label: 'Tags', title: 'Tags', icon: 'tag', count: item.manualTags.length },
    { name: 'labels', label: 'Score', title: 'Score', icon: 'star', count: labels },
    { name: 'comment', label: 'Comment', title: 'Comment', icon: 'chat', count: item.comment === undefined ? 0 : 1 },
    { name: 'instructions', label: 'Instructions', title: 'Instructions', icon: 'book', count: 0 },
  ];
}
