import type { QueryClient } from '@tanstack/react-query';
import { systemClock } from '../../../../../src/base/clock.ts';
import { listMissing } from '../../../../../src/curate/approval.ts';
import { patterns } from '../../../data/approval-rules.ts';
import { findAssistantRoles } from '../../../data/assistant-roles.ts';
import { deleteItem, duplicateItem, putItem, restoreItem } from '../../../data/change-item.ts';
import { openLocalDrafts } from '../../../data/drafts/local-drafts.ts';
import { toSavedItem } from '../../../data/edited-item.ts';
import { itemQuery, readItem } from '../../../data/items.ts';
import { newId } from '../../../data/new-id.ts';
import { serverState } from '../../../data/server-state.ts';
import { findKnownItem, recordStoredItem } from '../../../data/stored-item.ts';
import { tagSchemaQuery } from '../../../data/tags.ts';
import { meQuery } from '../../../data/workspace.ts';
import { confirmed } from '../../../parts/dialog/confirmed.ts';
import { showToast } from '../../../parts/feedback/toasts.ts';
import { SessionRegistry } from './session-registry.ts';
import type { ItemApi, SessionTools } from './session-tools.ts';

const registries = new WeakMap<QueryClient, SessionRegistry>();

/** The sessions of this page. */
export function findSessions(client: QueryClient): SessionRegistry {
  const known = registries.get(client);
  if (known !== undefined) return known;
  const sessions = new SessionRegistry(openTools(client));
  connectSessions(sessions, window);
  registries.set(client, sessions);
  return sessions;
}

async function openTools(client: QueryClient): Promise<SessionTools> {
  const { store, tabs } = await openLocalDrafts();
  const assistantRolesOf = findAssistantRoles(client);
  return {
    ...{
      api: toApi(client),
      drafts: store,
      tabs,
      clock: systemClock,
      newId,
      showToast,
      confirm: confirmed,
    },
    findKnown: (key) => findKnownItem(client, key),
    listMissing: ({ base, mine }) => {
      const schema = client.getQueryData(tagSchemaQuery().queryKey);
      // Until the schema is loaded, only the server checks.
      if (schema === undefined) return [];
      const saved = toSavedItem(base, mine, assistantRolesOf(base.datasetName));
      return listMissing(saved, { schema, findPattern: patterns.get(), assistantRolesOf });
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
    duplicate: async (key, idempotencyKey) => {
      const copy = await duplicateItem(key, idempotencyKey);
      recordStoredItem(client, copy);
      return copy;
    },
  };
}

/** Refreshes sessions when the page is online or visible again, and saves their drafts when it closes. */
function connectSessions(sessions: SessionRegistry, page: Window): void {
  page.addEventListener('online', () => sessions.refresh());
  serverState.subscribe(() => {
    if (serverState.get() === 'fine') sessions.refresh();
  });
  page.addEventListener('focus', () => sessions.refresh());
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') sessions.refresh();
    else saveAll(sessions);
  });
  page.addEventListener('pagehide', () => saveAll(sessions));
  page.addEventListener('beforeunload', (event) => {
    saveAll(sessions);
    // Asks only about text that is neither on the server nor in a draft.
    if (sessions.listSessions().some(({ isBehind }) => isBehind)) event.preventDefault();
  });
}

function saveAll(sessions: SessionRegistry): void {
  for (const session of sessions.listSessions()) {
    void session.flush();
    session.saveNow();
  }
}
