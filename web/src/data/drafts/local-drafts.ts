import { openTabs, type Tabs } from './browser-tabs.ts';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { openDrafts } from './indexed-drafts.ts';

/** What this browser keeps for this tab and others. */
export interface LocalDrafts {
  readonly store: DraftStore;
  readonly tabs: Tabs;
}

let tabs: Tabs | undefined;
let opened: Promise<LocalDrafts> | undefined;

/** Opened once a page. */
export function openLocalDrafts(): Promise<LocalDrafts> {
  opened ??= open();
  return opened;
}

/** The tabs of this browser, as this page sees them: one view, whoever asks. */
export function findTabs(): Tabs {
  tabs ??= connectTabs();
  return tabs;
}

async function open(): Promise<LocalDrafts> {
  return { store: await openDrafts(), tabs: findTabs() };
}

function connectTabs(): Tabs {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('turnwise-items') : undefined;
  // Both are missing in old browsers and on pages that are neither https nor local.
  const { locks }: { locks?: LockManager } = navigator;
  return openTabs(locks, channel);
}

/** Those of tabs that are gone; all, where the browser does not tell. */
export async function listOrphans(drafts: readonly Draft[], tabs: Tabs): Promise<readonly Draft[]> {
  const live = await tabs.findLive();
  return drafts.filter(({ tab }) => tab !== tabs.name && !live?.has(tab));
}
