import { describe, expect, it } from 'vitest';
import { RunEvent } from '../../../src/conversation/run/run-event.ts';
import { engines } from './engines.ts';
import { createRun, isExpired, makeOwner, makeReply, makeStart, makeVerdict, recordConversation } from './records.ts';

describe.each(engines)('events on $name', ({ makeDatabase }) => {
  it('lists what happened in the order of the records', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    await recordConversation(writer);
    await writer.close('completed');
    const events = await store.runs.events('run-1', 0, 100);
    const conversation = { id: 'case-1', eval: 'a', target: 'bot', send: 'question', play: 'reply', repeat: 0 };
    const call = { latencyMs: 1.5, costUsd: null };
    expect(events).toMatchObject([
      { run: 'run-1', type: 'run-start', conversations: 2 },
      { type: 'turn-end', conversation, turnIndex: 1, reply: 'Reply 0', call },
      { type: 'verdict-end', conversation, verdict: makeVerdict(1) },
      { type: 'case-end', conversation, status: 'pass' },
      { type: 'run-end', counts: { pass: 1, fail: 0, error: 0, ungraded: 0, skipped: 0 } },
    ]);
    for (const event of events) expect(RunEvent.parse(event)).toEqual(event);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map(({ sequence }) => sequence).toSorted(byNumber));
  });

  it('shows tool calls and errors', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart());
    const tool_calls = [{ name: 'look', arguments: {} }];
    const error = { cause: 'timeout', message: 'Slow.' } as const;
    await writer.recordReply(number, makeReply(1, '', { played: { message: { role: 'assistant', tool_calls } } }));
    await writer.endConversation(number, { status: 'error', error });
    expect((await store.runs.events('run-1', 0, 100)).slice(1)).toMatchObject([
      { type: 'turn-end', reply: '', toolCalls: tool_calls },
      { type: 'case-end', status: 'error', error },
    ]);
  });

  it('gives every event once when it is followed in small steps, and none of another run', async () => {
    const store = await makeDatabase().open();
    const writers = [await createRun(store, 'run-1'), await createRun(store, 'run-2')];
    const seen: RunEvent[] = [];
    for (let position = 0; position < 5; position += 1) {
      for (const writer of writers) await recordConversation(writer, { position });
      for (let step = 0; step < 2; step += 1) {
        seen.push(...(await store.runs.events('run-1', seen.at(-1)?.sequence ?? 0, 1)));
      }
    }
    while (true) {
      const next = await store.runs.events('run-1', seen.at(-1)?.sequence ?? 0, 3);
      if (next.length === 0) break;
      seen.push(...next);
    }
    expect(seen).toEqual(await store.runs.events('run-1', 0, 1000));
    expect(seen).toHaveLength(1 + 5 * 3);
    expect(new Set(seen.map(({ run }) => run))).toEqual(new Set(['run-1']));
  });

  it('misses nothing while it follows a run that is being written', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const follower = await database.open();
    const writer = await createRun(store);
    const seen: RunEvent[] = [];
    const follow = async () => {
      while (seen.at(-1)?.type !== 'run-end') {
        seen.push(...(await follower.runs.events('run-1', seen.at(-1)?.sequence ?? 0, 50)));
      }
    };
    const play = async () => {
      for (let position = 0; position < 300; position += 1) await recordConversation(writer, { position });
      await writer.close('completed');
    };
    await Promise.all([follow(), play()]);
    expect(seen).toHaveLength(2 + 300 * 3);
  });

  it('ends again after a run that was resumed', async () => {
    const store = await makeDatabase().open();
    const first = await createRun(store);
    await first.close('stopped');
    const since = (await store.runs.events('run-1', 0, 100)).at(-1)?.sequence ?? 0;
    const second = await store.runs.claim('run-1', makeOwner('second'), isExpired);
    expect(await store.runs.events('run-1', 0, 100)).toHaveLength(1);
    await second.close('completed');
    expect(await store.runs.events('run-1', since, 100)).toMatchObject([{ type: 'run-end' }]);
  });
});

function byNumber(a: number, b: number): number {
  return a - b;
}
