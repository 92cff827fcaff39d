import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { engines } from './engines.ts';
import {
  createRun,
  isAlive,
  isExpired,
  makeReply,
  makeStart,
  recordConversation,
  say,
  toList,
  toQuestion,
} from './records.ts';

describe.each(engines)('removing runs on $name', ({ makeDatabase }) => {
  it('removes a run with everything of it', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    await recordConversation(writer);
    await writer.close('completed');
    expect(await store.runs.remove('run-1', isAlive)).toBe(true);
    expect(await store.runs.remove('run-1', isAlive)).toBe(false);
    expect(await store.runs.find('run-1')).toBeUndefined();
    expect(await store.runs.list()).toEqual([]);
    expect(await toList(store.runs.conversations('run-1'))).toEqual([]);
    expect(await store.runs.events('run-1', 0, 10)).toEqual([]);
  });

  it('keeps a run with a living owner, and removes it when its lease has expired', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    await expect(store.runs.remove('run-1', isAlive)).rejects.toMatchObject({ code: 'STORE_RUN_HELD' });
    expect(await store.runs.find('run-1')).toBeDefined();
    expect(await store.runs.remove('run-1', isExpired)).toBe(true);
    await expect(writer.heartbeat()).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
  });

  it('keeps messages that another run says too, in whichever order they go', async () => {
    const database = makeDatabase();
    const store = await database.open();
    for (const id of ['run-1', 'run-2', 'run-3']) {
      const writer = await createRun(store, id);
      for (const position of [0, 1, 2]) await recordConversation(writer, { position });
      await writer.close('completed');
    }
    const wanted = await toList(store.runs.conversations('run-3'));
    // Three questions and three replies, the same in every run.
    expect(countRows(database.path)).toMatchObject({ messages: 3 + 3 });
    await store.runs.remove('run-1', isAlive);
    expect(await toList(store.runs.conversations('run-2'))).toEqual(wanted);
    await store.runs.remove('run-2', isAlive);
    expect(await toList(store.runs.conversations('run-3'))).toEqual(wanted);
    await store.runs.remove('run-3', isAlive);
    expect(countRows(database.path)).toEqual({ messages: 0, turns: 0, replies: 0, verdicts: 0, conversations: 0 });
  });

  it('keeps messages that a run being written has said before', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const first = await createRun(store, 'run-1');
    const second = await createRun(store, 'run-2');
    await recordConversation(first);
    await recordConversation(second);
    await first.close('completed');
    await (await database.open()).runs.remove('run-1', isAlive);
    await recordConversation(second, { position: 1 });
    const repeated = second.begin(makeStart({ position: 2 }));
    await second.recordTurns(repeated, [{ turnIndex: 0, played: say('user', toQuestion(0)) }]);
    await second.recordReply(repeated, makeReply(1, 'Reply 0', { guidelines: 'Be kind.' }));
    const read = await toList(store.runs.conversations('run-2'));
    expect(read[2]?.turns).toEqual(read[0]?.turns);
    expect(read[2]?.replies[0]?.played).toEqual(read[0]?.replies[0]?.played);
  });

  it('writes a message again after all runs that said it were removed', async () => {
    const store = await makeDatabase().open();
    await recordConversation(await createRun(store, 'run-1'));
    await store.runs.remove('run-1', isExpired);
    const writer = await createRun(store, 'run-2');
    await recordConversation(writer);
    expect(await toList(store.runs.conversations('run-2'))).toMatchObject([{ turns: [{}], replies: [{}] }]);
  });

  it('removes long runs while another is being written', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const writer = await createRun(store, 'run-1');
    await Promise.all(Array.from({ length: 450 }, (_, position) => recordConversation(writer, { position })));
    const other = await createRun(store, 'run-2');
    const removed = store.runs.remove('run-1', isExpired);
    for (let position = 0; position < 20; position += 1) await recordConversation(other, { position });
    expect(await removed).toBe(true);
    expect(await toList(store.runs.conversations('run-2'))).toHaveLength(20);
    expect(countRows(database.path)).toMatchObject({ messages: 40, conversations: 20 });
  });

  it('gives the room of removed runs back', async () => {
    const database = makeDatabase();
    const store = await database.open();
    await store.compact();
    const empty = countPages(database.path);
    const writer = await createRun(store);
    const number = writer.begin(makeStart());
    for (let turn = 0; turn < 20; turn += 1)
      await writer.recordReply(number, makeReply(turn, `${turn}`.repeat(100_000)));
    await store.runs.remove('run-1', isExpired);
    await store.compact();
    expect(countPages(database.path)).toBeLessThan(empty + 10);
    await recordConversation(await createRun(store, 'run-2'));
  });
});

const tables = ['messages', 'turns', 'replies', 'verdicts', 'conversations'];

function countRows(path: string): Record<string, unknown> {
  const database = new DatabaseSync(path, { readOnly: true });
  const count = (table: string) => database.prepare(`select count(*) as count from ${table}`).get()?.count;
  const counts = Object.fromEntries(tables.map((table) => [table, count(table)]));
  database.close();
  return counts;
}

function countPages(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const count = Number(database.prepare('pragma page_count').get()?.page_count);
  database.close();
  return count;
}
