import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { typingAhead } from '../../app/keys/typing-ahead.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { ApproveAnyway } from './ApproveAnyway.tsx';
import { Conversation } from './conversation/Conversation.tsx';
import type { OpenField } from './conversation/turn-work.ts';
import type { ItemEditor } from './editor/item-editor.ts';
import { HolderLine } from './HolderLine.tsx';
import { ItemHead } from './ItemHead.tsx';
import { toItemPlace } from './panels/check/item-place.ts';
import { SidePanels } from './panels/SidePanels.tsx';
import { useJump } from './panels/use-jump.ts';
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
  const { writeTurn, onPanel } = useReviewSearch(editor, isWide ? onPanels : undefined);
  const selection = useTurnSelection(search.turn, writeTurn);
  const acts = useItemActs(editor, { onPanel, onTouched: selection.follow });
  const [field, onField] = useState<OpenField>();
  const write = (turnId: string) => {
    if (editor.stored.status === 'deleted') return;
    typingAhead.expect();
    onField({ turnId, field: 'text' });
  };
  const jump = useJump({ selection, onPanel, onWrite: write, isNarrow: !isWide });
  const panel = search.panel ?? (isWide && hasPanels ? 'check' : undefined);
  useAction('review.panels', () => onPanel(panel === undefined ? 'check' : undefined));
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ItemHead acts={acts} editor={editor} onJump={(path) => jump(toItemPlace(editor.item, { path }))}>
        {children}
      </ItemHead>
      <HolderLine editor={editor} />
      <ApproveAnyway {...acts.anyway} />
      <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
        <Conversation editor={editor} field={field} onField={onField} onPanel={onPanel} selection={selection} />
        <SidePanels editor={editor} onJump={jump} onPanel={onPanel} panel={panel} selection={selection} />
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
    writeTurn: (turn: string | undefined) => change({ turn }),
    onPanel: (panel: PanelName | undefined) => {
      onPanels?.(panel !== undefined);
      void change({ panel });
    },
  };
}
