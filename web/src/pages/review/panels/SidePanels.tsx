import { useContext, useDeferredValue, useEffect, useMemo } from 'react';
import { ActionContext } from '../../../app/keys/use-action.ts';
import { Drawer } from '../../../parts/dialog/Drawer.tsx';
import type { ItemEditor } from '../editor/item-editor.ts';
import { useWideScreen } from '../use-wide-screen.ts';
import { useScoring } from './labels/use-scoring.ts';
import { PanelBar } from './PanelBar.tsx';
import { loadPanels, PanelBody } from './PanelBody.tsx';
import type { SidePanelsProps } from './panel-props.ts';
import { listPanelTabs, type PanelTab } from './panel-tabs.ts';
import { useRefCursor } from './refs/use-ref-cursor.ts';
import { useLabelMarks } from './use-label-marks.ts';
import { usePanelActions } from './use-panel-actions.ts';

/** The panel next to the conversation, or over it on narrow screens. */
export function SidePanels({ editor, selection, panel, onPanel, onJump }: SidePanelsProps) {
  const isNarrow = !useWideScreen(1024);
  const scoring = useScoring({ editor, selection });
  const approve = useApprove(editor);
  const tabs = usePanelTabs(editor);
  useLoadedPanels();
  const cursor = useRefCursor({ editor, selection });
  usePanelActions({ editor, cursor, scoring, onPanel, onJump });

  const current = panel ?? 'check';
  const body = (
    <PanelBody
      cursor={cursor}
      editor={editor}
      onApprove={() => {
        if (isNarrow) onPanel(undefined);
        approve();
      }}
      onJump={onJump}
      panel={current}
      scoring={scoring}
      selection={selection}
    />
  );
  const title = tabs.find(({ name }) => name === current)?.title ?? '';
  if (isNarrow) {
    return (
      <>
        <PanelBar current={panel} onPanel={onPanel} tabs={tabs} />
        <Drawer isOpen={panel !== undefined} onClose={() => onPanel(undefined)} side="bottom" title={title}>
          {body}
        </Drawer>
      </>
    );
  }
  return (
    <>
      {panel !== undefined && (
        <section aria-label={title} className="w-80 shrink-0 overflow-auto border-line border-l xl:w-84" id="panel">
          {body}
        </section>
      )}
      <PanelBar current={panel} isUpright onPanel={onPanel} tabs={tabs} />
    </>
  );
}

/** Deferred, so that typing does not wait for a count of all references. */
function usePanelTabs({ key, item, missing }: ItemEditor): readonly PanelTab[] {
  const labels = useLabelMarks(key).length;
  const settled = useDeferredValue(item);
  return useMemo(() => listPanelTabs({ item: settled, missing }, labels), [settled, missing, labels]);
}

/** Approves as the page does, which then opens the next item. */
function useApprove(editor: ItemEditor): () => void {
  const registry = useContext(ActionContext);
  return () => {
    const bound = registry.list().findLast(({ id }) => id === 'review.approve');
    if (bound === undefined) void editor.approve();
    else bound.run();
  };
}

/** Long after everything is shown. */
const loadAfterMs = 3_000;

function useLoadedPanels(): void {
  useEffect(() => {
    const timer = setTimeout(loadPanels, loadAfterMs);
    return () => clearTimeout(timer);
  }, []);
}
