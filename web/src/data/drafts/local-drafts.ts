import { openTabs, type Tabs } from './browser-tabs.ts';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { openDrafts } from './indexed-drafts.ts';

/** The drafts and tabs of this browser. */
export interface LocalDrafts {
  readonly store: DraftStore;
  readonly tabs: Tabs;
}

let tabs: Tabs | undefined;
let opened: Promise<LocalDrafts> | undefined;

/** Opens them once per page. */
export function openLocalDrafts(): Promise<LocalDrafts> {
  opened ??= open();
  return opened;
}

/** The tabs of this browser. All callers share one view. */
export function findTabs(): Tabs {
  tabs ??= connectTabs();
  return tabs;
}

async function open(): Promise<LocalDrafts> {
  return { store: await openDrafts(), tabs: findTabs() };
}

function connectTabs(): Tabs {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('turnwise-items') : undefined;
  // Old browsers, and pages on plain http that are not local, have neither.
  const { locks }: { locks?: LockManager } = navigator;
  return openTabs(locks, channel);
}

/** Drafts of closed tabs, or of all other tabs if the browser does not report open tabs. */
export async function listOrphans(drafts: readonly Draft[], tabs: Tabs): Promise<readonly Draft[]> {
  const live = await tabs.findLive();
  return drafts.filter(({ tab }) => tab !== tabs.name && !live?.has(tab));
}
