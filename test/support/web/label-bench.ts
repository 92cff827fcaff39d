import { type KeptRecords, keepInMemory } from '../../../web/src/data/kept-records.ts';
import type { LabelToGive } from '../../../web/src/data/labels.ts';
import { LabelSender } from '../../../web/src/data/pending-labels/label-sender.ts';
import type { StoredLabel } from '../../../web/src/data/pending-labels/pending-label.ts';
import type { Placing } from '../../../web/src/data/pending-labels/place-label.ts';

/** A label of a turn in a saved conversation. */
export const label: LabelToGive = {
  dataset: 'd',
  id: 'a',
  turnIndex: 1,
  question: 'overall',
  score: 2,
  reason: '',
  blind: true,
  revision: 4,
};
export const away = new Error('away');
export const taken = new Error('the name is taken');

/** One browser: what it keeps, and its tabs. */
export interface Browser {
  readonly kept: KeptRecords<StoredLabel>;
  /** Undefined: it does not tell. */
  live: Set<string> | undefined;
}

export const toBrowser = (): Browser => ({ kept: keepInMemory<StoredLabel>(), live: new Set() });

/** A server, a clock and a tab of a browser, all moved by hand. */
export function toBench(browser = toBrowser(), tab = 'one') {
  const { kept } = browser;
  browser.live?.add(tab);
  let elapsed = 0;
  let names = 0;
  let timers: readonly { readonly run: () => void; readonly at: number }[] = [];
  const clock = { ahead: 1_000_000 };
  const waits: number[] = [];
  const given: { readonly label: LabelToGive; readonly once: string }[] = [];
  const told: LabelToGive[] = [];
  const server: { fault: unknown; placing: Placing | Error; has: boolean } = {
    fault: undefined,
    placing: { kind: 'unsaved' },
    has: false,
  };
  const sender = new LabelSender({
    give: async (sent, once) => {
      if (server.fault !== undefined) throw server.fault;
      given.push({ label: sent, once });
    },
    place: async () => {
      if (server.placing instanceof Error) throw server.placing;
      return server.placing;
    },
    isPassing: (error) => error === away,
    isTaken: (error) => error === taken,
    isGiven: async () => server.has,
    kept,
    tabs: { name: tab, findLive: async () => browser.live },
    now: () => clock.ahead + elapsed,
    wait: (run, ms) => {
      waits.push(ms);
      const mine = { run, at: elapsed + ms };
      timers = [...timers, mine];
      return () => {
        timers = timers.filter((other) => other !== mine);
      };
    },
    newOnce: () => `${tab}-${++names}`,
    onGiven: async (sent) => void told.push(sent),
  });
  const findDue = (end: number) => timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  const pass = async (ms: number) => {
    const end = elapsed + ms;
    for (let due = findDue(end); due !== undefined; due = findDue(end)) {
      const { run, at } = due;
      timers = timers.filter((other) => other !== due);
      elapsed = Math.max(elapsed, at);
      run();
      await settle();
    }
    elapsed = end;
    await settle();
  };
  return { sender, kept, given, told, server, pass, clock, waits };
}

/** Lets every promise that is ready run. */
export async function settle() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

/** In what states the labels of a tab are. */
export const kindsOf = ({ sender }: ReturnType<typeof toBench>) => sender.list().map(({ state }) => state.kind);
