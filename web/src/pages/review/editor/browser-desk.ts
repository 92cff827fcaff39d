import type { QueryClient } from '@tanstack/react-query';
import { systemClock } from '../../../../../src/base/clock.ts';
import { listMissing } from '../../../../../src/curate/approval.ts';
import { deleteItem, duplicateItem, putItem, restoreItem } from '../../../data/change-item.ts';
import { openLocalDrafts } from '../../../data/drafts/local-drafts.ts';
import { itemQuery, readItem } from '../../../data/items.ts';
import { newId } from '../../../data/new-id.ts';
import { patterns } from '../../../data/patterns.ts';
import { serverState } from '../../../data/server-state.ts';
import { findKnownItem, recordStoredItem } from '../../../data/stored-item.ts';
import { tagSchemaQuery } from '../../../data/tags.ts';
import { meQuery } from '../../../data/workspace.ts';
import { confirmed } from '../../../parts/dialog/confirmed.ts';
import { say } from '../../../parts/feedback/toasts.ts';
import { EditorDesk } from './editor-desk.ts';
import type { ItemApi } from './item-api.ts';
import type { SessionTools } from './session-tools.ts';

const desks = new WeakMap<QueryClient, EditorDesk>();

/** The desk of this page: one, whoever asks. */
export function findDesk(client: QueryClient): EditorDesk {
  const known = desks.get(client);
  if (known !== undefined) return known;
  const desk = new EditorDesk(openTools(client));
  connectDesk(desk, window);
  desks.set(client, desk);
  return desk;
}

async function openTools(client: QueryClient): Promise<SessionTools> {
  const { store, tabs } = await openLocalDrafts();
  return {
    ...{ api: toApi(client), drafts: store, tabs, clock: systemClock, say, confirm: confirmed, newId },
    findKnown: (key) => findKnownItem(client, key),
    listMissing: (item) => {
      const schema = client.getQueryData(tagSchemaQuery().queryKey);
      // Without the schema the server has the last word.
      return schema === undefined ? [] : listMissing(item, { schema, findPattern: patterns.get() });
    },
    onStored: (answer, by) => {
      recordStoredItem(client, answer);
      if (by === 'me') tabs.tell({ kind: 'saved', dataset: answer.datasetName, id: answer.id });
    },
    findMe: () => client.getQueryData(meQuery().queryKey)?.name,
  };
}

function toApi(client: QueryClient): ItemApi {
  return {
    read: async (key) => {
      const answer = await readItem(key);
      client.setQueryData(itemQuery(key).queryKey, answer);
      return answer;
    },
    ...{ put: putItem, remove: deleteItem, restore: restoreItem },
    duplicate: async (key, once) => {
      const copy = await duplicateItem(key, once);
      recordStoredItem(client, copy);
      return copy;
    },
  };
}

/** Ties a desk to the life of its page: back online, back at the tab, about to be closed. */
function connectDesk(desk: EditorDesk, page: Window): void {
  page.addEventListener('online', () => desk.refresh());
  serverState.subscribe(() => {
    if (serverState.get() === 'fine') desk.refresh();
  });
  page.addEventListener('focus', () => desk.refresh());
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') desk.refresh();
    else leave(desk);
  });
  page.addEventListener('pagehide', () => leave(desk));
  page.addEventListener('beforeunload', (event) => {
    leave(desk);
    // Asked only for what is neither on the server nor kept by the browser.
    if (desk.listSessions().some(({ isBehind }) => isBehind)) event.preventDefault();
  });
}

function leave(desk: EditorDesk): void {
  for (const session of desk.listSessions()) {
    void session.flush();
    session.hurry();
  }
}
