import type { TabMessage, Tabs } from '../../../data/drafts/browser-tabs.ts';
import type { Draft } from '../../../data/drafts/draft.ts';
import { listOrphans } from '../../../data/drafts/local-drafts.ts';
import { type ItemKey, toKeyText } from '../../../data/item-key.ts';
import { adoptDrafts } from './adopt-drafts.ts';
import { DraftRecovery } from './draft-recovery.ts';
import { ItemSession } from './item-session.ts';
import { toSendFault } from './send-faults.ts';
import { SessionSlot } from './session-slot.ts';
import type { SessionTools } from './session-tools.ts';
import { isUnsent } from './standing.ts';

/** Sessions that are done and shown nowhere are kept for a while: their undo, and what was read. */
const mostIdle = 20;

/** Every item that is under the hand in this tab, one session each. What is left unsent goes on being sent. */
export class EditorDesk {
  readonly #tools: Promise<SessionTools>;
  readonly #slots = new Map<string, SessionSlot>();
  readonly #recovery: Promise<DraftRecovery>;

  constructor(tools: Promise<SessionTools>) {
    this.#tools = tools;
    tools.then(({ tabs }) => tabs.listen((message) => this.#hear(message)));
    this.#recovery = tools.then((ready) => new DraftRecovery(ready, (key) => void this.findSession(key)?.refresh()));
  }

  slot(key: ItemKey): SessionSlot {
    const name = toKeyText(key);
    const slot = this.#slots.get(name) ?? new SessionSlot(async () => openSession(key, await this.#tools));
    // The latest last, so that the first are those that nobody looked at for longest.
    this.#slots.delete(name);
    this.#slots.set(name, slot);
    return slot;
  }

  /** A page shows the item: what changed meanwhile is fetched, other tabs are told. Gives the way to end it. */
  show(key: ItemKey): () => void {
    const slot = this.slot(key);
    if (slot.shown === 0) slot.session?.visit();
    slot.shown++;
    if (slot.session !== undefined) void slot.session.refresh();
    const held = this.#tools.then(({ tabs }) => this.#hold(key, tabs));
    return () => {
      slot.shown--;
      void held.then((release) => release());
      this.#forgetIdle();
    };
  }

  findSession(key: ItemKey): ItemSession | undefined {
    return this.#slots.get(toKeyText(key))?.session;
  }

  listSessions(): readonly ItemSession[] {
    return [...this.#slots.values()].flatMap(({ session }) => session ?? []);
  }

  /** The server is back, or the person at this tab: what waits is sent, what changed meanwhile is fetched. */
  refresh(): void {
    for (const { session, shown } of this.#slots.values()) {
      session?.hurry();
      if (shown > 0) void session?.refresh();
      if (shown > 0) void session?.lookElsewhere();
    }
  }

  /** Brings to the server what tabs that are gone have left. */
  async recover(): Promise<void> {
    await (await this.#recovery).run();
  }

  #hold(key: ItemKey, tabs: Tabs): () => void {
    const release = tabs.hold(key);
    tabs.tell({ kind: 'opened', ...key });
    void this.slot(key).session?.lookElsewhere();
    return () => {
      release();
      tabs.tell({ kind: 'closed', ...key });
    };
  }

  #hear({ kind, dataset, id }: TabMessage): void {
    const session = this.#slots.get(toKeyText({ dataset, id }))?.session;
    void (kind === 'saved' ? session?.refresh() : session?.lookElsewhere());
  }

  #forgetIdle(): void {
    const idle = [...this.#slots].filter(([, { shown, session }]) => shown === 0 && session?.isDone !== false);
    for (const [name, { session }] of idle.slice(0, -mostIdle)) {
      session?.dispose();
      this.#slots.delete(name);
    }
  }
}

/**
 * Reads an item, and brings back what was typed on it in tabs that are gone. What was read before is shown at once;
 * without a server, the draft alone will do.
 */
export async function openSession(key: ItemKey, tools: SessionTools): Promise<ItemSession> {
  const orphans = await listOrphans(await tools.drafts.list(key), tools.tabs);
  // A draft may be newer than what was read before.
  const known = orphans.length === 0 ? tools.findKnown(key) : undefined;
  const stored = known ?? (await findStored(key, tools, orphans));
  const { standing, adopted } = adoptDrafts(stored, orphans);
  const session = new ItemSession(key, standing, tools);
  await session.flush();
  if (!session.isBehind) for (const draft of adopted) await tools.drafts.remove(draft);
  if (adopted.length > 0 && isUnsent(standing)) tools.say({ title: 'Restored your unsaved changes.' });
  void session.lookElsewhere();
  if (known !== undefined) void session.refresh(true);
  // Tries at once, and so tells that the server is away.
  if (stored === undefined) session.hurry();
  return session;
}

/** Undefined: the server is away, and there is a draft to go on with. */
async function findStored(key: ItemKey, { api }: SessionTools, orphans: readonly Draft[]) {
  try {
    return await api.read(key);
  } catch (error) {
    if (orphans.length > 0 && toSendFault(error).kind === 'away') return undefined;
    throw error;
  }
}
