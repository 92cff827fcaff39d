import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react';
import { type ApprovalRules, listMissing } from '../../../../../src/curate/approval.ts';
import { listWarnings } from '../../../../../src/curate/warnings.ts';
import { useApprovalRules } from '../../../data/approval-rules.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { say } from '../../../parts/feedback/toasts.ts';
import { findDesk } from './browser-desk.ts';
import type { ItemEditor } from './item-editor.ts';
import type { ItemSession } from './item-session.ts';
import { discardWithUndo, offerUndo, type UndoOffer } from './offer-undo.ts';
import { toSavedItem } from './saved-item.ts';
import type { SessionSlot } from './session-slot.ts';
import type { SessionView } from './session-view.ts';
import { listTouchedTurns } from './touched-turns.ts';

export type ItemEditorState =
  | { readonly status: 'loading' }
  | { readonly status: 'fault'; readonly error: unknown; readonly retry: () => void }
  | { readonly status: 'ready'; readonly editor: ItemEditor };

/** The item under the hand of the person: one session for all who ask for the same key, living on when they leave. */
export function useItemEditor({ dataset, id }: ItemKey): ItemEditorState {
  const slot = useSlot(useQueryClient(), { dataset, id });
  const view = useSyncExternalStore(slot.subscribe, slot.view);
  const shown = view.status === 'ready' ? view.view : undefined;
  const rules = useApprovalRules(shown === undefined ? [] : [shown.item]) ?? noRules;
  const found = useFindings(shown, rules);
  return useMemo(() => {
    if (view.status === 'loading') return view;
    if (view.status === 'fault') return { ...view, retry: slot.load };
    return { status: 'ready', editor: { key: view.session.key, ...view.view, ...found, ...toActs(view.session) } };
  }, [view, found, slot]);
}

/** They are bound to the session, so they may be called apart from it. */
function toActs(session: ItemSession) {
  const { change, save, approve, skip, reopen, remove, restore, duplicate } = session;
  const { agree, decide, settle } = session;
  return {
    ...{ change, save, approve, skip, reopen, remove, restore, duplicate },
    ...{ agree, decide, settle },
    undo: () => listTouchedBy(session, session.undo),
    redo: () => listTouchedBy(session, session.redo),
    discard: () => discardWithUndo(session, say),
    offerUndo: (offer: UndoOffer) => offerUndo(session, say, offer),
  };
}

function listTouchedBy(session: ItemSession, act: () => void): readonly string[] {
  const before = session.view().item;
  act();
  return listTouchedTurns(before, session.view().item);
}

const noRules: ApprovalRules = { schema: { groups: [] }, findPattern: undefined };

function useSlot(client: QueryClient, { dataset, id }: ItemKey): SessionSlot {
  const desk = findDesk(client);
  const slot = useMemo(() => desk.slot({ dataset, id }), [desk, dataset, id]);
  useEffect(() => desk.show({ dataset, id }), [desk, dataset, id]);
  return slot;
}

/** By the rules of the server, in what it would make of the item. Deferred: typing never waits for them. */
function useFindings(view: SessionView | undefined, rules: ApprovalRules): Pick<ItemEditor, 'missing' | 'warnings'> {
  const deferred = useDeferredValue(view);
  const isSameItem = deferred?.item.id === view?.item.id && deferred?.item.datasetName === view?.item.datasetName;
  const { item, base } = (isSameItem ? deferred : view) ?? {};
  return useMemo(() => {
    if (item === undefined || base === undefined) return { missing: [], warnings: [] };
    const saved = toSavedItem(base, item);
    return { missing: listMissing(saved, rules), warnings: listWarnings({ ...saved, status: 'approved' }) };
  }, [item, base, rules]);
}
