import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { Conversation } from './conversation/Conversation.tsx';
import type { ItemEditor } from './editor/item-editor.ts';
import { ItemHead } from './ItemHead.tsx';
import { toItemPlace } from './panels/check/item-place.ts';
import { SidePanels } from './panels/SidePanels.tsx';
import { checkReviewSearch, type ReviewSearch } from './review-search.ts';
import type { PanelName } from './selection.ts';
import { useItemActs } from './use-item-acts.ts';
import { useTurnSelection } from './use-turn-selection.ts';
import { useWideScreen } from './use-wide-screen.ts';

export interface ReviewDeskProps {
  readonly editor: ItemEditor;
  readonly search: ReviewSearch;
  readonly hasPanels: boolean;
  readonly onPanels: (isShown: boolean) => void;
  /** Stands before the name of the item. */
  readonly children: ReactNode;
}

/** One item on the desk: its head, the conversation, and what stands beside it. */
export function ReviewDesk({ editor, search, hasPanels, onPanels, children }: ReviewDeskProps) {
  usePageTitle(`${editor.key.id} · Review`);
  const isWide = useWideScreen(1024);
  const { write, onPanel } = useReviewSearch(editor, isWide ? onPanels : undefined);
  const selection = useTurnSelection(search.turn, write);
  const acts = useItemActs(editor, onPanel);
  const jump = (path: string) => {
    const place = toItemPlace(editor.item, path);
    if (place.panel !== undefined) onPanel(place.panel);
    selection.select(place.turnId);
  };
  const panel = search.panel ?? (isWide && hasPanels ? 'check' : undefined);
  useAction('review.panels', () => onPanel(panel === undefined ? 'check' : undefined));
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ItemHead acts={acts} editor={editor} onJump={jump}>
        {children}
      </ItemHead>
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <Conversation editor={editor} onPanel={onPanel} selection={selection} />
        <SidePanels editor={editor} onPanel={onPanel} panel={panel} selection={selection} />
      </div>
    </div>
  );
}

function useReviewSearch({ key: { dataset, id } }: ItemEditor, onPanels: ((isShown: boolean) => void) | undefined) {
  const navigate = useNavigate();
  const router = useRouter();
  const change = useCallback(
    async (changed: { readonly turn?: string | undefined; readonly panel?: PanelName | undefined }) => {
      // Who is on the way to another page is not held back.
      if (router.latestLocation.pathname !== router.state.resolvedLocation?.pathname) return;
      await navigate({
        to: '/review/$dataset/$id',
        params: { dataset, id },
        search: (before) => checkReviewSearch({ ...before, ...changed }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate, router, dataset, id],
  );
  return {
    write: (turn: string | undefined) => change({ turn }),
    onPanel: (panel: PanelName | undefined) => {
      onPanels?.(panel !== undefined);
      void change({ panel });
    },
  };
}
