import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react';
import { listMissing } from '../../../../../src/curate/approval.ts';
import type { TagSchema } from '../../../../../src/curate/tag-schema.ts';
import { listWarnings } from '../../../../../src/curate/warnings.ts';
import type { ItemKey } from '../../../data/item-key.ts';
import { tagSchemaQuery } from '../../../data/tags.ts';
import { findDesk } from './browser-desk.ts';
import type { ItemEditor } from './item-editor.ts';
import type { SessionSlot } from './session-slot.ts';

export type ItemEditorState =
  | { readonly status: 'loading' }
  | { readonly status: 'fault'; readonly error: unknown; readonly retry: () => void }
  | { readonly status: 'ready'; readonly editor: ItemEditor };

/** The item under the hand of the person: one session for all who ask for the same key, living on when they leave. */
export function useItemEditor({ dataset, id }: ItemKey): ItemEditorState {
  const slot = useSlot(useQueryClient(), { dataset, id });
  const view = useSyncExternalStore(slot.subscribe, slot.view);
  const { data: schema = noSchema } = useQuery(tagSchemaQuery());
  const found = useFindings(view.status === 'ready' ? view.view.item : undefined, schema);
  return useMemo(() => {
    if (view.status === 'loading') return view;
    if (view.status === 'fault') return { ...view, retry: slot.load };
    // Its acts are bound to it, so they may be called apart from it.
    const { change, undo, redo, save, approve, skip, reopen, remove, restore, duplicate, settle, discard } =
      view.session;
    const acts = { change, undo, redo, save, approve, skip, reopen, remove, restore, duplicate, settle, discard };
    return { status: 'ready', editor: { key: view.session.key, ...view.view, ...found, ...acts } };
  }, [view, found, slot]);
}

const noSchema: TagSchema = { groups: [] };

function useSlot(client: QueryClient, { dataset, id }: ItemKey): SessionSlot {
  const desk = findDesk(client);
  const slot = useMemo(() => desk.slot({ dataset, id }), [desk, dataset, id]);
  useEffect(() => desk.show({ dataset, id }), [desk, dataset, id]);
  return slot;
}

/** By the rules of the server. Deferred: typing never waits for them. */
function useFindings(
  item: ItemEditor['item'] | undefined,
  schema: TagSchema,
): Pick<ItemEditor, 'missing' | 'warnings'> {
  const deferred = useDeferredValue(item);
  const isSameItem = deferred?.id === item?.id && deferred?.datasetName === item?.datasetName;
  const settled = isSameItem ? deferred : item;
  return useMemo(
    () =>
      settled === undefined
        ? { missing: [], warnings: [] }
        : { missing: listMissing(settled, schema), warnings: listWarnings(settled) },
    [settled, schema],
  );
}
