import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { systemClock } from '../../../../../src/base/clock.ts';
import { toTurns } from '../../../../../src/curate/conversation-view.ts';
import type { Draft, DraftPlace } from '../../../data/drafts/draft.ts';
import { listOrphans, openLocalDrafts } from '../../../data/drafts/local-drafts.ts';
import { loadCode } from '../../../data/load-code.ts';
import { meQuery } from '../../../data/workspace.ts';

/** Unsaved text of this tab or of a closed one. */
export interface WaitingDraft {
  readonly place: DraftPlace;
  readonly since: number;
  /** The first text of the conversation. */
  readonly text: string;
}

/** Typing always has a draft. A draft older than the slowest autosave waits for something. */
const patienceMs = 15_000;
/** How long the list waits for a recovery before it shows its drafts. */
const recoveryMs = 2_000;

// Loaded on demand, because drafts are also listed on pages without an editor.
const loadSessions = () => loadCode(() => import('./browser-sessions.ts'));

function waitingDraftsQuery() {
  return queryOptions({
    queryKey: ['drafts'],
    queryFn: async ({ client }) => {
      const { store, tabs } = await openLocalDrafts();
      if ((await listOrphans(await store.list(), tabs)).length > 0) {
        await Promise.race([recover(client), systemClock.sleep(recoveryMs)]);
      }
      const live = await tabs.findLive();
      // What another tab has open is seen, and sent, there.
      const drafts = (await store.list()).filter(({ tab }) => tab === tabs.name || !live?.has(tab));
      return listWaiting(drafts, { now: Date.now(), isLeft: ({ tab }) => live !== undefined && tab !== tabs.name });
    },
    refetchInterval: 15_000,
    staleTime: 0,
  });
}

/** Sends drafts of closed tabs, so that only drafts that need the person are listed. */
async function recover(client: QueryClient): Promise<void> {
  try {
    const { findSessions } = await loadSessions();
    // The recovery must know who this person is, because it skips items of other assignees.
    await client.ensureQueryData(meQuery());
    await findSessions(client).recover();
  } catch {
    // The drafts stay listed, and the next refetch retries.
  }
}

export interface WaitingOptions {
  readonly now: number;
  /** Its tab is closed, so it is listed at once. */
  readonly isLeft: (draft: Draft) => boolean;
}

export function listWaiting(drafts: readonly Draft[], { now, isLeft }: WaitingOptions): readonly WaitingDraft[] {
  return drafts
    .filter((draft) => isLeft(draft) || now - draft.since >= patienceMs)
    .map(({ dataset, id, tab, since, mine }) => ({
      place: { dataset, id, tab },
      since,
      text: toTurns(mine).find(({ msg }) => msg.trim() !== '')?.msg ?? '',
    }));
}

export function useWaitingDrafts(): readonly WaitingDraft[] {
  return useQuery(waitingDraftsQuery()).data ?? [];
}

/** Throws a draft away. Gives the way to bring it back. */
export function useDiscardDraft(): (place: DraftPlace) => Promise<() => void> {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: waitingDraftsQuery().queryKey });
  return async (place) => {
    const bringBack = (await discardOpen(client, place)) ?? (await discardKept(place));
    await refresh();
    return () => void bringBack().then(refresh);
  };
}

/** The draft of an item that is open in this tab. */
async function discardOpen(client: QueryClient, { dataset, id, tab }: DraftPlace) {
  const { tabs } = await openLocalDrafts();
  if (tab !== tabs.name) return undefined;
  const { findSessions } = await loadSessions();
  const session = findSessions(client).findSession({ dataset, id });
  if (session === undefined) return undefined;
  session.discard();
  await session.flush();
  return async () => {
    session.undo();
    await session.flush();
  };
}

async function discardKept(place: DraftPlace) {
  const { store } = await openLocalDrafts();
  const draft = (await store.list(place)).find(({ tab }) => tab === place.tab);
  await store.remove(place);
  return async () => {
    if (draft !== undefined) await store.put(draft);
  };
}
