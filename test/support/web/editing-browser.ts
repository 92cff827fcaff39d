import type { Item, Turn } from '../../../src/conversation/item/item.ts';
import { listMissing } from '../../../src/curate/approval.ts';
import type { Tabs } from '../../../web/src/data/drafts/browser-tabs.ts';
import type { DraftStore } from '../../../web/src/data/drafts/draft-store.ts';
import { makeMemoryDrafts } from '../../../web/src/data/drafts/indexed-drafts.ts';
import { toSavedItem } from '../../../web/src/data/edited-item.ts';
import { DraftRecovery } from '../../../web/src/pages/review/editor/draft-recovery.ts';
import type { ItemSession } from '../../../web/src/pages/review/editor/item-session.ts';
import { openSession } from '../../../web/src/pages/review/editor/session-registry.ts';
import type { SessionTools } from '../../../web/src/pages/review/editor/session-tools.ts';
import { FakeClock } from '../fake-clock.ts';
import { FakeItemServer } from './fake-item-server.ts';

/** A talk of three turns, the last with an answer key. */
export const talk: Item = {
  ...{ id: 'i', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} },
  history: [
    { id: 'a', role: 'user', msg: 'one', tags: [] },
    { id: 'b', role: 'assistant', msg: 'two', tags: [] },
    { id: 'c', role: 'assistant', msg: 'three', tags: [], answerKey: { reference: 'three' } },
  ],
};

export const itemKey = { dataset: 'd', id: 'i' };

/** Types into a turn. */
export function type(id: string, msg: string): (item: Item) => Item {
  return (item) => ({ ...item, history: withTurn(item, id, { msg }) });
}

export function withTurn(item: Item, id: string, change: Partial<Turn>): Turn[] {
  return (item.history ?? []).map((turn) => (turn.id === id ? { ...turn, ...change } : turn));
}

/** The texts of a conversation, in one line. */
export function toTexts({ history = [] }: Item): string {
  return history.map(({ msg }) => msg).join(' | ');
}

/** A browser in which one item is edited, tab by tab. */
export class EditingBrowser {
  readonly clock = new FakeClock();
  readonly server: FakeItemServer;
  readonly drafts: DraftStore;
  readonly toasts: string[] = [];
  readonly asked: string[] = [];
  /** What the person answers. */
  isConfirmed = true;
  /** Until the tag schema is read, the server alone knows what keeps an item from being approved. */
  isSchemaKnown = true;
  readonly #live = new Set<string>();
  #tabs = 0;
  #ids = 0;

  constructor(item: Item = talk, drafts: DraftStore = makeMemoryDrafts(true)) {
    this.server = new FakeItemServer(item);
    this.drafts = drafts;
  }

  /** Another tab opens the item. */
  open(): Promise<ItemSession> {
    return openSession(itemKey, this.#openTab());
  }

  /** Another tab opens, and looks for what others have left. */
  recovery(): DraftRecovery {
    return new DraftRecovery(this.#openTab());
  }

  /** The n-th tab that was opened is closed without an event. */
  crash(tab = this.#tabs): void {
    this.#live.delete(`tab${tab}`);
  }

  #openTab(): SessionTools {
    const tab = `tab${++this.#tabs}`;
    this.#live.add(tab);
    return {
      ...{ api: this.server, drafts: this.drafts, tabs: this.#toTabs(tab), clock: this.clock },
      showToast: ({ title }) => this.toasts.push(title),
      confirm: async ({ title }) => {
        this.asked.push(title);
        return this.isConfirmed;
      },
      newId: () => `new${++this.#ids}`,
      listMissing: ({ base, mine }) =>
        this.isSchemaKnown
          ? listMissing(toSavedItem(base, mine), { schema: { groups: [] }, findPattern: undefined })
          : [],
      onStored: () => undefined,
      findMe: () => 'ada',
      findKnown: () => undefined,
    };
  }

  #toTabs(name: string): Tabs {
    return {
      name,
      findLive: async () => this.#live,
      hold: () => () => undefined,
      isElsewhere: async () => false,
      tell: () => undefined,
      listen: () => undefined,
    };
  }
}
