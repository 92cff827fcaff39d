import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { withAssistantRoles } from '../../../../src/curate/conversation-view.ts';
import { typingAhead } from '../../app/keys/typing-ahead.ts';
import { useAction } from '../../app/keys/use-action.ts';
import { usePageTitle } from '../../app/use-page-title.ts';
import { Button } from '../../parts/button/Button.tsx';
import { AssistantRoles } from '../../parts/conversation/use-role-look.ts';
import { Icon } from '../../parts/Icon.tsx';
import { ApproveAnyway } from './ApproveAnyway.tsx';
import { Conversation } from './conversation/Conversation.tsx';
import type { OpenField } from './conversation/turn-work.ts';
import type { ItemEditor } from './editor/item-editor.ts';
import { ItemHead } from './ItemHead.tsx';
import { type ItemPlace, toItemPlace } from './panels/check/item-place.ts';
import { focusPlace } from './panels/focus-place.ts';
import { SidePanels } from './panels/SidePanels.tsx';
import { checkReviewSearch, type ReviewSearch } from './review-search.ts';
import type { PanelName, Selection } from './selection.ts';
import { useItemActs } from './use-item-acts.ts';
import { useTurnSelection } from './use-turn-selection.ts';
import { useWideScreen } from './use-wide-screen.ts';

export interface ItemReviewProps {
  readonly editor: ItemEditor;
  readonly search: ReviewSearch;
  readonly hasPanels: boolean;
  readonly onPanels: (isShown: boolean) => void;
  /** Shown before the name of the item. */
  readonly children: ReactNode;
}

/** The review of one item: its header, the conversation and the side panels. */
export function ItemReview({ editor, search, hasPanels, onPanels, children }: ItemReviewProps) {
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
    <AssistantRoles value={editor.assistantRoles}>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ItemHead
          acts={acts}
          editor={editor}
          onJump={(path) => jump(toItemPlace(withAssistantRoles(editor.item, editor.assistantRoles), { path }))}
        >
          {children}
        </ItemHead>
        <AssigneeLine editor={editor} />
        <ApproveAnyway {...acts.anyway} />
        <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
          <Conversation editor={editor} field={field} onField={onField} onPanel={onPanel} selection={selection} />
          <SidePanels editor={editor} onJump={jump} onPanel={onPanel} panel={panel} selection={selection} />
        </div>
      </div>
    </AssistantRoles>
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

interface JumpParts {
  readonly selection: Selection;
  readonly onPanel: (panel: PanelName | undefined) => void;
  /** Opens the text of a turn. */
  readonly onWrite: (turnId: string) => void;
  /** The panel lies over the conversation: it goes away where the place is in the conversation. */
  readonly isNarrow: boolean;
}

/** Leads to a place of the item: selects its turn, opens its panel or its text, and puts the focus there. */
function useJump({ selection, onPanel, onWrite, isNarrow }: JumpParts): (place: ItemPlace) => void {
  return ({ turnId, panel, focus, isToWrite }) => {
    if (panel === undefined && isNarrow) onPanel(undefined);
    if (panel !== undefined) onPanel(panel);
    if (turnId !== selection.turnId || panel === undefined) selection.select(turnId);
    if (isToWrite && turnId !== undefined) onWrite(turnId);
    else if (focus !== undefined) focusPlace(focus);
  };
}

/**
 * Says that the item is assigned to someone else, and asks for permission once the person types. It is not a dialog,
 * because a dialog would take the focus from the text. Until then, unsaved text stays on this computer.
 */
function AssigneeLine({
  editor: { otherAssignee, isAwaitingPermission, grantPermission, discard },
}: {
  readonly editor: ItemEditor;
}) {
  useAction('review.apply', isAwaitingPermission ? grantPermission : undefined);
  useAction('review.discard', isAwaitingPermission ? discard : undefined);
  if (otherAssignee === undefined) return null;
  return (
    <div
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-warn-soft px-4 py-1 text-sm text-warn"
      role="status"
    >
      <p className="flex min-w-0 flex-1 basis-56 items-center gap-2">
        <Icon name="clock" size={14} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <bdi>{otherAssignee}</bdi> is reviewing this.
          {isAwaitingPermission && ' Your changes are kept on this computer. Apply them anyway?'}
        </span>
      </p>
      {isAwaitingPermission && (
        <span className="flex flex-wrap gap-2">
          <Button keys="Shift+A" onClick={grantPermission}>
            Apply changes{' '}
          </Button>
          <Button keys="Shift+Z" kind="quiet" onClick={discard}>
            Discard changes{' '}
          </Button>
        </span>
      )}
    </div>
  );
}
