import { z } from 'zod';
import { type ItemKey, toKeyText } from '../item-key.ts';
import { newId } from '../new-id.ts';

const Message = z.object({
  kind: z.enum(['saved', 'opened', 'closed']),
  dataset: z.string(),
  id: z.string(),
});
export type TabMessage = Readonly<z.infer<typeof Message>>;

/** The open Studio tabs of this browser: which are open, which items they show, and messages between them. */
export interface Tabs {
  /** Name of this one. */
  readonly name: string;
  /** Names of the open tabs, including this one. Undefined if the browser does not report it. */
  findLive(): Promise<ReadonlySet<string> | undefined>;
  /** Marks the item as open in this tab until the returned function is called. */
  hold(key: ItemKey): () => void;
  /** Whether another tab has the item open. */
  isElsewhere(key: ItemKey): Promise<boolean>;
  tell(message: TabMessage): void;
  /** Calls back for each message of another tab. */
  listen(listener: (message: TabMessage) => void): void;
}

const tabLock = 'turnwise-tab ';
const itemLock = 'turnwise-item ';

/** Finds open tabs by browser locks, which are released when a tab closes or crashes. Without locks, other tabs are unknown. */
export function openTabs(locks: LockManager | undefined, channel: BroadcastChannel | undefined): Tabs {
  const name = newId();
  const take = (lock: string) => takeLock(locks, lock);
  const listHeld = async () => (await locks?.query())?.held?.map((lock) => lock.name ?? '') ?? [];
  take(tabLock + name);
  return {
    name,
    findLive: async () =>
      locks === undefined
        ? undefined
        : new Set((await listHeld()).flatMap((held) => (held.startsWith(tabLock) ? held.slice(tabLock.length) : []))),
    hold: (key) => take(`${itemLock}${toKeyText(key)} ${name}`),
    isElsewhere: async (key) => {
      const prefix = `${itemLock}${toKeyText(key)} `;
      return (await listHeld()).some((held) => held.startsWith(prefix) && held !== prefix + name);
    },
    tell: (message) => channel?.postMessage(message),
    listen: (listener) =>
      channel?.addEventListener('message', ({ data }) => {
        const message = Message.safeParse(data);
        if (message.success) listener(message.data);
      }),
  };
}

function takeLock(locks: LockManager | undefined, name: string): () => void {
  let release: () => void = () => undefined;
  const isOver = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks?.request(name, () => isOver).catch(() => undefined);
  return () => release();
}
