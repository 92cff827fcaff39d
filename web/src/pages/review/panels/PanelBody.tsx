import { type KeyboardEvent, lazy, Suspense } from 'react';
import { loadCode } from '../../../data/load-code.ts';
import { TextArea } from '../../../parts/fields/TextField.tsx';
import { LoadingView } from '../../../parts/page/LoadingView.tsx';
import { withComment } from '../changes/item-changes.ts';
import type { PanelName } from '../selection.ts';
import { CheckPanel } from './check/CheckPanel.tsx';
import type { ItemPlace } from './check/item-place.ts';
import { fieldPlaces } from './field-places.ts';
import { LabelsPanel } from './labels/LabelsPanel.tsx';
import type { Scoring } from './labels/use-scoring.ts';
import { InstructionsPanel } from './notes/InstructionsPanel.tsx';
import type { PanelProps } from './panel-props.ts';
import type { RefCursor } from './refs/use-ref-cursor.ts';

const loadRefs = () => loadCode(() => import('./refs/RefsPanel.tsx'));
const loadTags = () => loadCode(() => import('./tags/TagsPanel.tsx'));
const RefsPanel = lazy(async () => ({ default: (await loadRefs()).RefsPanel }));
const TagsPanel = lazy(async () => ({ default: (await loadTags()).TagsPanel }));

/** Preloads the panels, so that they open at once, even if the server becomes unreachable. */
export async function loadPanels(): Promise<void> {
  await Promise.allSettled([loadRefs(), loadTags()]);
}

export interface PanelBodyProps extends PanelProps {
  readonly panel: PanelName;
  readonly scoring: Scoring;
  readonly cursor: RefCursor;
  readonly onJump: (place: ItemPlace) => void;
  readonly onApprove: () => void;
}

/** The panel that is open. */
export function PanelBody(props: PanelBodyProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in a field gives the keys of the page back
    <div className="p-4 outline-none" data-panel={props.panel} onKeyDown={leaveField} tabIndex={-1}>
      <Suspense fallback={<LoadingView lines={6} />}>
        <OpenPanel {...props} />
      </Suspense>
    </div>
  );
}

function OpenPanel({ panel, editor, selection, scoring, cursor, onJump, onApprove }: PanelBodyProps) {
  switch (panel) {
    case 'check':
      return <CheckPanel editor={editor} onApprove={onApprove} onJump={onJump} />;
    case 'refs':
      return <RefsPanel cursor={cursor} editor={editor} selection={selection} />;
    case 'tags':
      return <TagsPanel editor={editor} selection={selection} />;
    case 'labels':
      return <LabelsPanel revision={editor.stored.revision} scoring={scoring} />;
    case 'comment':
      return <CommentPanel editor={editor} />;
    case 'instructions':
      return <InstructionsPanel dataset={editor.key.dataset} />;
    default:
      return panel satisfies never;
  }
}

/** Moves the focus to the panel, so that the shortcuts of the page work again and Tab continues from here. */
function leaveField(event: KeyboardEvent<HTMLDivElement>): void {
  const isField = event.target instanceof Element && event.target.matches('input, textarea, [role="combobox"]');
  if (event.key !== 'Escape' || !isField || event.isDefaultPrevented()) return;
  // Escape on the page takes back a score; this one only leaves the field.
  event.preventDefault();
  event.currentTarget.focus();
}

/** A note for the next reviewer of the item. */
function CommentPanel({ editor }: Pick<PanelProps, 'editor'>) {
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        data-place={fieldPlaces.comment}
        label="Comment"
        onChange={(event) => editor.change((before) => withComment(before, event.target.value))}
        placeholder="What the next reviewer should know"
        rows={6}
        value={editor.item.comment ?? ''}
      />
    </div>
  );
}
