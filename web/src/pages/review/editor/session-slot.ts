import type { ItemSession } from './item-session.ts';
import type { SessionView } from './session-view.ts';

export type SlotView =
  | { readonly status: 'loading' }
  | { readonly status: 'fault'; readonly error: unknown }
  | { readonly status: 'ready'; readonly session: ItemSession; readonly view: SessionView };

/** The place of one item on the desk: empty, broken, or with its session. */
export class SessionSlot {
  readonly #open: () => Promise<ItemSession>;
  readonly #listeners = new Set<() => void>();
  #session: ItemSession | undefined;
  #view: SlotView = { status: 'loading' };
  /** How many places of the page show it. */
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

  readonly view = (): SlotView => this.#view;

  #set(view: SlotView): void {
    this.#view = view;
    for (const listener of this.#listeners) listener();
  }
}
