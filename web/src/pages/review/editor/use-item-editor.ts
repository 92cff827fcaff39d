import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react';
import { type ApprovalRules, listMissing } from '../../../../../src/curate/approval.ts';
import { withAssistantRoles } from '../../../../../src/curate/conversation-view.ts';
import { listWarnings } from '../../../../../src/curate/warnings.ts';
import { useApprovalRules } from '../../../data/approval-rules.ts';
import { toSavedItem } from '../../../data/edited-item.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { showToast } from '../../../parts/feedback/toasts.ts';
import { findSessions } from './browser-sessions.ts';
import type { ItemEditor } from './item-editor.ts';
import type { ItemSession } from './item-session.ts';
import { discardWithUndo, offerUndo, type UndoOffer } from './offer-undo.ts';
import type { SessionEntry } from './session-registry.ts';
import type { SessionView } from './session-view.ts';
import { listTouchedTurns } from './undo-stack.ts';

export type ItemEditorState =
  | { readonly status: 'loading' }
  | { readonly status: 'fault'; readonly error: unknown; readonly retry: () => void }
  | { readonly status: 'ready'; readonly editor: ItemEditor };

/** The editor of an item. All components of one item share a session, which continues when they unmount. */
export function useItemEditor({ dataset, id }: ItemKey): ItemEditorState {
  const entry = useEntry(useQueryClient(), { dataset, id });
  const view = useSyncExternalStore(entry.subscribe, entry.view);
  const shown = view.status === 'ready' ? view.view : undefined;
  const rules = useApprovalRules(shown === undefined ? [] : [shown.item]) ?? noRules;
  const found = useFindings(shown, rules);
  const assistantRoles = rules.assistantRolesOf?.(dataset);
  return useMemo(() => {
    if (view.status === 'loading') return view;
    if (view.status === 'fault') return { ...view, retry: entry.load };
    return {
      status: 'ready',
      editor: {
        key: view.session.key,
        ...view.view,
        ...found,
        ...toActs(view.session),
        assistantRoles: assistantRoles ?? noRoles,
      },
    };
  }, [view, found, entry, assistantRoles]);
}

/** The methods are bound to the session, so they can be called without it. */
function toActs(session: ItemSession) {
  const { change, save, approve, skip, reopen, remove, restore, duplicate } = session;
  const { grantPermission, keepChoices, resolveConflict } = session;
  return {
    ...{ change, save, approve, skip, reopen, remove, restore, duplicate },
    ...{ grantPermission, keepChoices, resolveConflict },
    undo: () => listTouchedBy(session, session.undo),
    redo: () => listTouchedBy(session, session.redo),
    discard: () => discardWithUndo(session, showToast),
    offerUndo: (offer: UndoOffer) => offerUndo(session, showToast, offer),
  };
}

function listTouchedBy(session: ItemSession, act: () => void): readonly string[] {
  const before = session.view().item;
  act();
  return listTouchedTurns(before, session.view().item);
}

const noRoles: readonly string[] = [];
const noRules: ApprovalRules = { schema: { groups: [] }, findPattern: undefined };

function useEntry(client: QueryClient, { dataset, id }: ItemKey): SessionEntry {
  const sessions = findSessions(client);
  const entry = useMemo(() => sessions.entry({ dataset, id }), [sessions, dataset, id]);
  useEffect(() => sessions.show({ dataset, id }), [sessions, dataset, id]);
  return entry;
}

/** What the server would find in the saved item. Deferred, so that typing never waits for it. */
function useFindings(view: SessionView | undefined, rules: ApprovalRules): Pick<ItemEditor, 'missing' | 'warnings'> {
  const deferred = useDeferredValue(view);
  const isSameItem = deferred?.item.id === view?.item.id && deferred?.item.datasetName === view?.item.datasetName;
  const { item, base } = (isSameItem ? deferred : view) ?? {};
  return useMemo(() => {
    if (item === undefined || base === undefined) return { missing: [], warnings: [] };
    const roles = rules.assistantRolesOf?.(base.datasetName) ?? noRoles;
    const saved = toSavedItem(base, item, roles);
    const seen = withAssistantRoles(saved, roles);
    return { missing: listMissing(saved, rules), warnings: listWarnings({ ...seen, status: 'approved' }) };
  }, [item, base, rules]);
}
