import type { TabMessage, Tabs } from '../../../data/drafts/browser-tabs.ts';
import type { Draft } from '../../../data/drafts/draft.ts';
import { listOrphans } from '../../../data/drafts/local-drafts.ts';
import { type ItemKey, toKeyText } from '../../../data/item-key.ts';
import { adoptDrafts } from './adopt-drafts.ts';
import { DraftRecovery } from './draft-recovery.ts';
import { ItemSession } from './item-session.ts';
import { toSendFault } from './send-faults.ts';
import type { SessionTools } from './session-tools.ts';
import type { SessionView } from './session-view.ts';
import { isUnsent } from './sync-state.ts';

/** How many finished sessions stay in memory while no page shows them, with their undo stack and their item. */
const mostIdle = 20;

/** The edit sessions of this tab, one per item. A session with unsent text keeps sending after its page is closed. */
export class SessionRegistry {
  readonly #tools: Promise<SessionTools>;
  readonly #entries = new Map<string, SessionEntry>();
  readonly #recovery: Promise<DraftRecovery>;

  constructor(tools: Promise<SessionTools>) {
    this.#tools = tools;
    tools.then(({ tabs }) => tabs.listen((message) => this.#receive(message)));
    this.#recovery = tools.then((ready) => new DraftRecovery(ready, (key) => void this.findSession(key)?.refresh()));
  }

  entry(key: ItemKey): SessionEntry {
    const name = toKeyText(key);
    const entry = this.#entries.get(name) ?? new SessionEntry(async () => openSession(key, await this.#tools));
    // The most recently used entry is last, so that idle ones are dropped from the start.
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry;
  }

  /** A page shows the item: fetches changes and informs other tabs. Returns a function that ends the visit. */
  show(key: ItemKey): () => void {
    const entry = this.entry(key);
    if (entry.shown === 0) entry.session?.visit();
    entry.shown++;
    if (entry.session !== undefined) void entry.session.refresh();
    const held = this.#tools.then(({ tabs }) => this.#hold(key, tabs));
    return () => {
      entry.shown--;
      void held.then((release) => release());
      this.#dropIdle();
    };
  }

  findSession(key: ItemKey): ItemSession | undefined {
    return this.#entries.get(toKeyText(key))?.session;
  }

  listSessions(): readonly ItemSession[] {
    return [...this.#entries.values()].flatMap(({ session }) => session ?? []);
  }

  /** Sends unsent text and fetches changes: the server is back, or the person is back at this tab. */
  refresh(): void {
    for (const { session, shown } of this.#entries.values()) {
      session?.saveNow();
      if (shown > 0) void session?.refresh();
      if (shown > 0) void session?.lookElsewhere();
    }
  }

  /** Sends the drafts of closed tabs. */
  async recover(): Promise<void> {
    await (await this.#recovery).run();
  }

  #hold(key: ItemKey, tabs: Tabs): () => void {
    const release = tabs.hold(key);
    tabs.tell({ kind: 'opened', ...key });
    void this.entry(key).session?.lookElsewhere();
    return () => {
      release();
      tabs.tell({ kind: 'closed', ...key });
    };
  }

  #receive({ kind, dataset, id }: TabMessage): void {
    const session = this.findSession({ dataset, id });
    void (kind === 'saved' ? session?.refresh() : session?.lookElsewhere());
  }

  #dropIdle(): void {
    const idle = [...this.#entries].filter(([, { shown, session }]) => shown === 0 && session?.isDone !== false);
    for (const [name, { session }] of idle.slice(0, -mostIdle)) {
      session?.dispose();
      this.#entries.delete(name);
    }
  }
}

export type EntryView =
  | { readonly status: 'loading' }
  | { readonly status: 'fault'; readonly error: unknown }
  | { readonly status: 'ready'; readonly session: ItemSession; readonly view: SessionView };

/** One item in the registry: loading, failed to load, or with its session. */
export class SessionEntry {
  readonly #open: () => Promise<ItemSession>;
  readonly #listeners = new Set<() => void>();
  #session: ItemSession | undefined;
  #view: EntryView = { status: 'loading' };
  /** How many components show it. */
  shown = 0;

  constructor(open: () => Promise<ItemSession>) {
    this.#open = open;
    this.load();
  }

  get session(): ItemSession | undefined {
    return this.#session;
  }

  readonly load = (): void => {
    this.#set({ status: 'loading' });
    this.#open().then(
      (session) => {
        this.#session = session;
        const show = () => this.#set({ status: 'ready', session, view: session.view() });
        session.subscribe(show);
        show();
      },
      (error: unknown) => this.#set({ status: 'fault', error }),
    );
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): EntryView => this.#view;

  #set(view: EntryView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Opens a session, and restores what closed tabs left unsent. An item that was read before is shown at once. Without a
 * server, a draft is enough.
 */
export async function openSession(key: ItemKey, tools: SessionTools): Promise<ItemSession> {
  const orphans = await listOrphans(await tools.drafts.list(key), tools.tabs);
  // A draft may be based on a newer revision than the item that was read before.
  const known = orphans.length === 0 ? tools.findKnown(key) : undefined;
  const stored = known ?? (await findStored(key, tools, orphans));
  const { state, adopted } = adoptDrafts(stored, orphans);
  const session = new ItemSession(key, state, tools);
  await session.flush();
  if (!session.isBehind) for (const draft of adopted) await tools.drafts.remove(draft);
  if (adopted.length > 0 && isUnsent(state)) tools.showToast({ title: 'Restored your unsaved changes.' });
  void session.lookElsewhere();
  if (known !== undefined) void session.refresh(true);
  // Sends at once, which also finds out that the server is unreachable.
  if (stored === undefined) session.saveNow();
  return session;
}

/** Undefined: the server is unreachable, and there is a draft to continue with. */
async function findStored(key: ItemKey, { api }: SessionTools, orphans: readonly Draft[]) {
  try {
    return await api.read(key);
  } catch (error) {
    if (orphans.length > 0 && toSendFault(error).kind === 'away') return undefined;
    throw error;
  }
}
