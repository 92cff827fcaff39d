import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { EditingBrowser, itemKey, type } from '../../../../test/support/web/editing-browser.ts';
import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { DraftWriter } from './draft-writer.ts';
import { makeMemoryDrafts } from './indexed-drafts.ts';
import { listOrphans } from './local-drafts.ts';

const place = { ...itemKey, tab: 'tab1' };

async function makeDrafts(): Promise<readonly [Draft, Draft]> {
  const browser = new EditingBrowser();
  const session = await browser.open();
  browser.server.connection = 'down';
  const make = async (text: string) => {
    session.change(type('a', text));
    await session.flush();
    const [draft] = await browser.drafts.list();
    if (draft === undefined) throw new Error('No draft.');
    return draft;
  };
  return [await make('first'), await make('second')];
}

function watch(store: DraftStore): DraftStore & { readonly writes: (Draft | undefined)[] } {
  const writes: (Draft | undefined)[] = [];
  return {
    ...store,
    writes,
    put: async (draft) => void writes.push(draft),
    remove: async () => void writes.push(undefined),
  };
}

describe('DraftWriter', () => {
  it('writes the first draft at once, and the latest of the next ones after a pause', async () => {
    const [first, second] = await makeDrafts();
    const store = watch(makeMemoryDrafts(true));
    const clock = new FakeClock();
    const writer = new DraftWriter({ store, place, clock, onWrite: () => undefined });
    writer.write(first);
    expect(store.writes).toEqual([first]);
    expect(writer.isBehind).toBe(true);
    await clock.advance(0);
    expect(writer.isBehind).toBe(false);
    writer.write(undefined);
    writer.write(second);
    await clock.advance(100);
    expect(store.writes).toHaveLength(1);
    await clock.advance(100);
    expect(store.writes).toEqual([first, second]);
  });

  it('writes without a pause when the page closes', async () => {
    const [first, second] = await makeDrafts();
    const store = watch(makeMemoryDrafts(true));
    const writer = new DraftWriter({ store, place, clock: new FakeClock(), onWrite: () => undefined });
    writer.write(first);
    writer.write(second);
    await writer.flush();
    expect(store.writes).toEqual([first, second]);
  });

  it('reports a failed write, and retries with the next draft', async () => {
    const [first, second] = await makeDrafts();
    const store = watch(makeMemoryDrafts(true));
    let isFull = true;
    const put = (draft: Draft) => (isFull ? Promise.reject(new Error('full')) : store.put(draft));
    const writer = new DraftWriter({
      ...{ store: { ...store, put }, place, clock: new FakeClock() },
      onWrite: () => undefined,
    });
    writer.write(first);
    await writer.flush();
    expect([writer.isBehind, writer.isLasting]).toEqual([true, false]);
    isFull = false;
    writer.write(second);
    await writer.flush();
    expect([writer.isBehind, writer.isLasting]).toEqual([false, true]);
  });
});

describe('listOrphans', () => {
  it('lists the drafts of closed tabs, or of all other tabs if the browser does not report open tabs', async () => {
    const [draft] = await makeDrafts();
    const drafts = ['me', 'alive', 'gone'].map((tab) => ({ ...draft, tab }));
    const tabs = { ...silent, name: 'me' };
    const names = async (live: ReadonlySet<string> | undefined) =>
      (await listOrphans(drafts, { ...tabs, findLive: async () => live })).map(({ tab }) => tab);
    expect(await names(new Set(['me', 'alive']))).toEqual(['gone']);
    expect(await names(undefined)).toEqual(['alive', 'gone']);
  });
});

const silent = {
  hold: () => () => undefined,
  isElsewhere: async () => false,
  tell: () => undefined,
  listen: () => undefined,
};
