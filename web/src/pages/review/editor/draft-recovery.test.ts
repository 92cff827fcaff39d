import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { EditingDesk, talk, toTexts, type, withTurn } from '../../../../../test/support/web/editing-desk.ts';

/** A tab in which something was typed, gone before it heard from the server. */
async function leave(desk: EditingDesk, connection: 'down' | 'loses-answers', update = type('a', 'typed')) {
  const session = await desk.open();
  desk.server.connection = connection;
  session.change(update);
  session.hurry();
  await desk.clock.advance(0);
  await session.flush();
  session.dispose();
  desk.crash();
  desk.server.connection = 'up';
}

const changed = (item: Item, id: string, msg: string) => ({ history: withTurn(item, id, { msg }) });

describe('what tabs that are gone have left', () => {
  it('is forgotten, without a word, when it had arrived', async () => {
    const desk = new EditingDesk();
    await leave(desk, 'loses-answers');
    expect(await desk.drafts.list()).toHaveLength(1);
    await desk.recovery().run();
    expect(await desk.drafts.list()).toEqual([]);
    expect(desk.server.puts).toHaveLength(1);
    expect(desk.said).toEqual([]);
  });

  it('is sent when it had not arrived, merged with what others did since, and told', async () => {
    const desk = new EditingDesk();
    await leave(desk, 'down');
    desk.server.changeAs('bob', changed(desk.server.item, 'b', 'by bob'));
    await desk.recovery().run();
    expect(toTexts(desk.server.item)).toBe('typed | by bob | three');
    expect(await desk.drafts.list()).toEqual([]);
    expect(desk.said).toEqual(['Your unsaved changes from earlier are now saved.']);
  });

  it('is sent for every tab that typed something else', async () => {
    const desk = new EditingDesk();
    await leave(desk, 'down', type('a', 'first'));
    await desk.drafts.list().then(async ([draft]) => draft && desk.drafts.put({ ...draft, tab: 'earlier', since: 0 }));
    await leave(desk, 'down', type('b', 'second'));
    await desk.recovery().run();
    expect(toTexts(desk.server.item)).toBe('first | second | three');
    expect(await desk.drafts.list()).toEqual([]);
  });

  it.each<readonly [string, (desk: EditingDesk) => void]>([
    ['collides', ({ server }) => server.changeAs('bob', changed(server.item, 'a', 'by bob'))],
    ['is approved', ({ server }) => server.changeAs('bob', { status: 'approved' })],
    ['is deleted', ({ server }) => server.changeAs('bob', { status: 'deleted' })],
    ['is held by somebody else', ({ server }) => void Object.assign(server, { assignedTo: 'bob' })],
  ])('waits when it %s', async (_, happen) => {
    const desk = new EditingDesk();
    await leave(desk, 'down');
    happen(desk);
    await desk.recovery().run();
    expect(desk.server.puts).toEqual([]);
    expect(await desk.drafts.list()).toHaveLength(1);
    expect(desk.said).toEqual([]);
  });

  it('is left alone while its tab lives, and while the server is away', async () => {
    const desk = new EditingDesk();
    const session = await desk.open();
    desk.server.connection = 'down';
    session.change(type('a', 'typed'));
    await session.flush();
    desk.server.connection = 'up';
    const recovery = desk.recovery();
    await recovery.run();
    expect(desk.server.puts).toEqual([]);
    session.dispose();
    desk.crash(1);
    desk.server.connection = 'down';
    await recovery.run();
    expect(await desk.drafts.list()).toHaveLength(1);
    desk.server.connection = 'up';
    await recovery.run();
    expect(toTexts(desk.server.item)).toBe('typed | two | three');
  });

  it('is asked about rarely while it has to wait, and at once when more is left', async () => {
    const desk = new EditingDesk({ ...talk, status: 'approved' });
    await leave(desk, 'down');
    const recovery = desk.recovery();
    const { reads } = desk.server;
    for (let round = 0; round < 5; round++) await recovery.run();
    expect(desk.server.reads).toBe(reads + 1);
    await desk.clock.advance(120_000);
    await Promise.all([recovery.run(), recovery.run()]);
    expect(desk.server.reads).toBe(reads + 2);
    const [draft] = await desk.drafts.list();
    if (draft !== undefined) await desk.drafts.put({ ...draft, tab: 'another' });
    await recovery.run();
    expect(desk.server.reads).toBe(reads + 3);
  });
});
