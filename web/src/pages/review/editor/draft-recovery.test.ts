import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { EditingBrowser, talk, toTexts, type, withTurn } from '../../../../../test/support/web/editing-browser.ts';

/** A tab in which something was typed, gone before it heard from the server. */
async function closeTab(browser: EditingBrowser, connection: 'down' | 'loses-answers', update = type('a', 'typed')) {
  const session = await browser.open();
  browser.server.connection = connection;
  session.change(update);
  session.saveNow();
  await browser.clock.advance(0);
  await session.flush();
  session.dispose();
  browser.crash();
  browser.server.connection = 'up';
}

const changed = (item: Item, id: string, msg: string) => ({ history: withTurn(item, id, { msg }) });

describe('a draft of a closed tab', () => {
  it('is removed silently if the server already has it', async () => {
    const browser = new EditingBrowser();
    await closeTab(browser, 'loses-answers');
    expect(await browser.drafts.list()).toHaveLength(1);
    await browser.recovery().run();
    expect(await browser.drafts.list()).toEqual([]);
    expect(browser.server.puts).toHaveLength(1);
    expect(browser.toasts).toEqual([]);
  });

  it('is sent if the server lacks it, merged with changes by others, and reported', async () => {
    const browser = new EditingBrowser();
    await closeTab(browser, 'down');
    browser.server.changeAs('bob', changed(browser.server.item, 'b', 'by bob'));
    await browser.recovery().run();
    expect(toTexts(browser.server.item)).toBe('typed | by bob | three');
    expect(await browser.drafts.list()).toEqual([]);
    expect(browser.toasts).toEqual(['Your unsaved changes from earlier are now saved.']);
  });

  it('is sent for every tab with other text', async () => {
    const browser = new EditingBrowser();
    await closeTab(browser, 'down', type('a', 'first'));
    await browser.drafts
      .list()
      .then(async ([draft]) => draft && browser.drafts.put({ ...draft, tab: 'earlier', since: 0 }));
    await closeTab(browser, 'down', type('b', 'second'));
    await browser.recovery().run();
    expect(toTexts(browser.server.item)).toBe('first | second | three');
    expect(await browser.drafts.list()).toEqual([]);
  });

  it.each<readonly [string, (browser: EditingBrowser) => void]>([
    ['collides', ({ server }) => server.changeAs('bob', changed(server.item, 'a', 'by bob'))],
    ['is approved', ({ server }) => server.changeAs('bob', { status: 'approved' })],
    ['is deleted', ({ server }) => server.changeAs('bob', { status: 'deleted' })],
    ['is held by somebody else', ({ server }) => void Object.assign(server, { assignedTo: 'bob' })],
  ])('waits when it %s', async (_, happen) => {
    const browser = new EditingBrowser();
    await closeTab(browser, 'down');
    happen(browser);
    await browser.recovery().run();
    expect(browser.server.puts).toEqual([]);
    expect(await browser.drafts.list()).toHaveLength(1);
    expect(browser.toasts).toEqual([]);
  });

  it('stays while its tab is open, and while the server is unreachable', async () => {
    const browser = new EditingBrowser();
    const session = await browser.open();
    browser.server.connection = 'down';
    session.change(type('a', 'typed'));
    await session.flush();
    browser.server.connection = 'up';
    const recovery = browser.recovery();
    await recovery.run();
    expect(browser.server.puts).toEqual([]);
    session.dispose();
    browser.crash(1);
    browser.server.connection = 'down';
    await recovery.run();
    expect(await browser.drafts.list()).toHaveLength(1);
    browser.server.connection = 'up';
    await recovery.run();
    expect(toTexts(browser.server.item)).toBe('typed | two | three');
  });

  it('is checked rarely while it waits, and at once if there is another draft', async () => {
    const browser = new EditingBrowser({ ...talk, status: 'approved' });
    await closeTab(browser, 'down');
    const recovery = browser.recovery();
    const { reads } = browser.server;
    for (let round = 0; round < 5; round++) await recovery.run();
    expect(browser.server.reads).toBe(reads + 1);
    await browser.clock.advance(120_000);
    await Promise.all([recovery.run(), recovery.run()]);
    expect(browser.server.reads).toBe(reads + 2);
    const [draft] = await browser.drafts.list();
    if (draft !== undefined) await browser.drafts.put({ ...draft, tab: 'another' });
    await recovery.run();
    expect(browser.server.reads).toBe(reads + 3);
  });
});
