import { describe, expect, it } from 'vitest';
import { engines } from './engines.ts';
import { createRun, isAlive, isExpired, makeOwner, makeStart, recordConversation, spec, toList } from './records.ts';

describe.each(engines)('a run store on $name', ({ makeDatabase }) => {
  it('makes a run that is held and running, and finds it again', async () => {
    const store = await makeDatabase().open();
    await createRun(store);
    const run = await store.runs.find('run-1');
    expect(run).toMatchObject({ id: 'run-1', state: 'running', spec, owner: makeOwner('first') });
    expect(run?.counts).toEqual({ pass: 0, fail: 0, error: 0, ungraded: 0, skipped: 0 });
    expect(run?.heartbeatAt).toBe(run?.startedAt);
    expect(run).not.toHaveProperty('endedAt');
  });

  it('knows nothing of a run that was never made', async () => {
    const { runs } = await makeDatabase().open();
    expect(await runs.find('none')).toBeUndefined();
    expect(await runs.findConversation('none', 1)).toBeUndefined();
    expect(await toList(runs.marks('none'))).toEqual([]);
    expect(await toList(runs.conversations('none'))).toEqual([]);
    expect(await runs.events('none', 0, 10)).toEqual([]);
    expect(await runs.remove('none', isExpired)).toBe(false);
    await expect(runs.claim('none', makeOwner('x'), isExpired)).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
  });

  it('refuses a second run of the same id, and leaves the first as it is', async () => {
    const store = await makeDatabase().open();
    await createRun(store);
    await expect(createRun(store)).rejects.toThrow('run-1');
    expect((await store.runs.list()).length).toBe(1);
  });

  it('lists the newest runs first, a page at a time', async () => {
    const store = await makeDatabase().open();
    for (const id of ['run-2', 'run-1', 'run-3']) await createRun(store, id);
    const listIds = async (options?: Parameters<typeof store.runs.list>[0]) =>
      (await store.runs.list(options)).map((run) => run.id);
    expect(await listIds()).toEqual(['run-3', 'run-2', 'run-1']);
    expect(await listIds({ limit: 2 })).toEqual(['run-3', 'run-2']);
    expect(await listIds({ limit: 2, before: 'run-2' })).toEqual(['run-1']);
  });

  it('releases a run when its writer closes', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    await writer.close('stopped');
    const run = await store.runs.find('run-1');
    expect(run?.state).toBe('stopped');
    expect(run?.endedAt).toMatch(/Z$/);
    expect(run).not.toHaveProperty('owner');
    expect(run).not.toHaveProperty('heartbeatAt');
  });

  it('gives a released run to the next owner, and continues its numbers', async () => {
    const store = await makeDatabase().open();
    const first = await createRun(store);
    expect(await recordConversation(first)).toBe(1);
    await first.close('stopped');
    const second = await store.runs.claim('run-1', makeOwner('second'), isAlive);
    expect(await recordConversation(second, { position: 1 })).toBe(2);
    const run = await store.runs.find('run-1');
    expect(run).toMatchObject({ state: 'running', counts: { pass: 2 }, owner: { token: 'second' } });
    expect(run).not.toHaveProperty('endedAt');
  });

  it('names the living owner when a run is held', async () => {
    const store = await makeDatabase().open();
    await createRun(store);
    const seen: unknown[] = [];
    const look = (...asked: unknown[]) => {
      seen.push(asked);
      return false;
    };
    await expect(store.runs.claim('run-1', makeOwner('second'), look)).rejects.toMatchObject({
      code: 'STORE_RUN_HELD',
      message: 'Run run-1 is owned by process 123 on host desk since 2026-01-02T03:04:05.000Z.',
    });
    expect(seen).toEqual([[makeOwner('first'), (await store.runs.find('run-1'))?.heartbeatAt]]);
  });

  it('takes a run over from an owner whose lease has expired, and refuses later writes of that owner', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const other = await database.open();
    const lost = await createRun(store);
    const number = lost.begin(makeStart());
    await lost.heartbeat();
    const writer = await other.runs.claim('run-1', { ...makeOwner('second'), process: 456 }, isExpired);
    await expect(lost.heartbeat()).rejects.toMatchObject({
      code: 'STORE_RUN_HELD',
      message: expect.stringContaining('process 456'),
    });
    await expect(lost.endConversation(number, { status: 'pass' })).rejects.toMatchObject({ code: 'STORE_RUN_HELD' });
    await writer.heartbeat();
    expect((await other.runs.find('run-1'))?.counts.pass).toBe(0);
    expect((await toList(other.runs.marks('run-1')))[0]).not.toHaveProperty('status');
  });

  it('refuses a writer whose run was taken over and released since', async () => {
    const store = await makeDatabase().open();
    const lost = await createRun(store);
    const writer = await store.runs.claim('run-1', makeOwner('second'), isExpired);
    await writer.close('completed');
    await expect(lost.heartbeat()).rejects.toMatchObject({ code: 'STORE_RUN_HELD' });
    expect((await store.runs.find('run-1'))?.state).toBe('completed');
  });

  it('keeps the time of the last heartbeat', async () => {
    const database = makeDatabase();
    let now = Date.UTC(2026, 0, 1);
    const clock = { now: () => now, elapsed: () => 0, sleep: async () => {} };
    const store = await database.open(clock);
    const writer = await createRun(store);
    now += 5000;
    await writer.heartbeat();
    expect((await store.runs.find('run-1'))?.heartbeatAt).toBe('2026-01-01T00:00:05.000Z');
  });

  it('writes no spec that it could not read again', async () => {
    const store = await makeDatabase().open();
    // What a mistake of ours would write.
    const odd = { ...spec, options: { repeat: 0 } };
    const create = store.runs.create({ id: 'run-2', spec: odd, owner: makeOwner('first') });
    await expect(create).rejects.toThrow('repeat');
    const writer = await createRun(store);
    await expect(writer.replaceSpec(odd)).rejects.toThrow('repeat');
    await writer.close('stopped');
    expect(await store.runs.list()).toMatchObject([{ id: 'run-1', state: 'stopped', spec }]);
    expect(await store.runs.has('run-2')).toBe(false);
  });

  it('replaces the spec of a run that is resumed', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    await writer.replaceSpec({ ...spec, conversations: 7 });
    expect((await store.runs.find('run-1'))?.spec.conversations).toBe(7);
  });
});
