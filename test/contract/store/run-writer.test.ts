import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationEnd } from '../../../src/conversation/stored-conversation.ts';
import type { ReplyEntry } from '../../../src/store/port.ts';
import { engines } from './engines.ts';
import {
  createRun,
  isExpired,
  makeOwner,
  makeReply,
  makeStart,
  makeVerdict,
  recordConversation,
  say,
  toList,
} from './records.ts';

describe.each(engines)('a run writer on $name', ({ makeDatabase }) => {
  it('gives back every part of a conversation as it was recorded', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const start = makeStart({ id: 'late-refund', tags: ['refund', 'angry'], repeat: 3, send: 'messages' });
    const turns = [
      { turnIndex: 0, played: say('system', 'You are the desk.') },
      { turnIndex: 1, played: { message: { role: 'user', content: [{ type: 'file', value: 'a.md' }] }, texts: ['A'] } },
    ];
    const reply: ReplyEntry = {
      turnIndex: 2,
      played: { message: { role: 'assistant', content: null, tool_calls: [{ name: 'look', arguments: { a: 1 } }] } },
      by: 'target',
      guidelines: '=== a ===\nBe kind.',
      call: {
        latencyMs: 12.25,
        usage: { inputTokens: 10, outputTokens: 0, cachedInputTokens: 5, reasoningTokens: 2 },
        costUsd: 0.000_012,
        finishReason: 'stop',
        requestId: 'req-1',
        model: 'm-1',
        attempts: 2,
        cached: true,
        trace: [{ role: 'tool', content: 'found' }],
        notes: ['slow'],
      },
    };
    const verdicts = [
      { ...makeVerdict(2), not: true as const, weight: 2.5, evidence: { found: [1, null] } },
      { grader: 'tone', turnIndex: 2, status: 'ungraded', cause: 'unparseable', reason: 'No JSON.' },
      { grader: 'tone', turnIndex: null, status: 'ungraded', cause: 'no-judge' },
    ] as const;
    const end: ConversationEnd = {
      status: 'error',
      reason: 'why',
      error: { cause: 'timeout', message: 'Too slow.', turnIndex: 4, attempts: 3 },
      aggregate: { all: null, mean: 0.5, min: 0, last: 1 },
      simulation: { end: 'goal', problems: ['role slip'] },
    };
    const number = writer.begin(start);
    await writer.recordTurns(number, turns);
    await writer.recordReply(number, reply);
    await writer.recordVerdicts(number, verdicts);
    await writer.endConversation(number, end);
    const wanted = { number, start, turns, replies: [reply], verdicts, end };
    expect(await store.runs.findConversation('run-1', number)).toEqual(wanted);
    expect(await toList(store.runs.conversations('run-1'))).toEqual([wanted]);
    expect((await store.runs.find('run-1'))?.counts).toEqual({ pass: 0, fail: 0, error: 1, ungraded: 0, skipped: 0 });
  });

  it('shows a conversation that has begun with what it has so far', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart());
    await writer.recordTurns(number, [{ turnIndex: 0, played: say('user', 'Hello') }]);
    const conversation = await store.runs.findConversation('run-1', number);
    expect(conversation).toMatchObject({ turns: [{ turnIndex: 0 }], replies: [], verdicts: [] });
    expect(conversation).not.toHaveProperty('end');
  });

  it('writes a begun conversation that has no records when it closes', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    writer.begin(makeStart());
    await writer.close('stopped');
    expect(await toList(store.runs.marks('run-1'))).toHaveLength(1);
  });

  it('leaves a record that is there already as it is', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = await recordConversation(writer);
    const before = await store.runs.findConversation('run-1', number);
    await writer.recordTurns(number, [{ turnIndex: 0, played: say('user', 'Other') }]);
    await writer.recordReply(number, makeReply(1, 'Other'));
    await writer.recordVerdicts(number, [{ ...makeVerdict(1), reason: 'Other.' }]);
    await writer.endConversation(number, { status: 'fail' });
    expect(await store.runs.findConversation('run-1', number)).toEqual(before);
    expect((await store.runs.find('run-1'))?.counts).toMatchObject({ pass: 1, fail: 0 });
    expect(await store.runs.events('run-1', 0, 100)).toHaveLength(4);
  });

  it('makes what was queued first durable first', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const other = await database.open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart());
    const order: string[] = [];
    const queued = [
      writer.recordTurns(number, [{ turnIndex: 0, played: say('user', 'Hello') }]).then(() => order.push('turns')),
      writer.recordReply(number, makeReply(1, 'Hi')).then(() => order.push('reply')),
      writer.endConversation(number, { status: 'pass' }).then(() => order.push('end')),
    ];
    await queued[2];
    expect(order).toEqual(['turns', 'reply', 'end']);
    expect(await other.runs.findConversation('run-1', number)).toMatchObject({
      turns: [{}],
      replies: [{}],
      end: { status: 'pass' },
    });
  });

  it('takes the end of a conversation back with its verdicts on the whole, and nothing else', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = await recordConversation(writer);
    await writer.reopen(number);
    await writer.recordVerdicts(number, [makeVerdict(null)]);
    await writer.endConversation(number, { status: 'error', error: { cause: 'timeout', message: 'Slow.' } });
    await writer.reopen(number);
    const conversation = await store.runs.findConversation('run-1', number);
    expect(conversation?.verdicts.map((verdict) => verdict.turnIndex)).toEqual([1]);
    expect(conversation?.replies).toHaveLength(1);
    expect(conversation).not.toHaveProperty('end');
    expect((await store.runs.find('run-1'))?.counts).toEqual({ pass: 0, fail: 0, error: 0, ungraded: 0, skipped: 0 });
    const types = (await store.runs.events('run-1', 0, 100)).map((event) => event.type);
    expect(types).toEqual(['run-start', 'turn-end', 'verdict-end']);
    await writer.endConversation(number, { status: 'fail' });
    expect((await store.runs.find('run-1'))?.counts).toMatchObject({ error: 0, fail: 1 });
  });

  it('changes nothing when a conversation is opened again that has not ended', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart());
    await writer.reopen(number);
    expect((await store.runs.find('run-1'))?.counts.pass).toBe(0);
  });

  it('fails every later write with the error of the first that failed, and can still release the run as stopped', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    writer.begin(makeStart());
    const twin = writer.begin(makeStart());
    const failed = writer.recordReply(twin, makeReply(1, 'Twin'));
    await expect(failed).rejects.toThrow();
    const error = await failed.catch((reason: unknown) => reason);
    await expect(writer.close('completed')).rejects.toBe(error);
    const third = writer.begin(makeStart({ position: 2 }));
    const later = expect(writer.endConversation(third, { status: 'pass' })).rejects.toBe(error);
    await writer.close('stopped');
    await later;
    expect((await store.runs.find('run-1'))?.state).toBe('stopped');
    expect(await toList(store.runs.marks('run-1'))).toEqual([]);
  });

  it('tells an owner that lost the run so when it stops, and only once', async () => {
    const database = makeDatabase();
    const [store, other] = [await database.open(), await database.open()] as const;
    const lost = await createRun(store);
    await (await other.runs.claim('run-1', makeOwner('second'), isExpired)).close('stopped');
    const message = 'Another process took over run run-1 and has released it since.';
    await expect(lost.close('stopped')).rejects.toMatchObject({ code: 'STORE_RUN_HELD', message });
    await lost.close('stopped');
  });

  it('writes many records that come at once', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const positions = Array.from({ length: 1500 }, (_, position) => position);
    await Promise.all(positions.map((position) => recordConversation(writer, { position })));
    expect((await store.runs.find('run-1'))?.counts.pass).toBe(1500);
    const marks = await toList(store.runs.marks('run-1'));
    expect(marks.map((mark) => mark.number)).toEqual(positions.map((position) => position + 1));
  });

  it('keeps 200 turns in order', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart({ play: 'script' }));
    for (let turn = 0; turn < 200; turn += 2) {
      await writer.recordTurns(number, [{ turnIndex: turn, played: say('user', `Line ${turn}`) }]);
      await writer.recordReply(number, makeReply(turn + 1, `Reply ${turn}`));
    }
    const [conversation] = await toList(store.runs.conversations('run-1'));
    expect(conversation?.turns.map((turn) => turn.played.message.content)).toEqual(
      Array.from({ length: 100 }, (_, index) => `Line ${2 * index}`),
    );
    expect(conversation?.replies.map((reply) => reply.turnIndex)).toEqual(
      Array.from({ length: 100 }, (_, index) => 2 * index + 1),
    );
  });

  it('keeps any text exactly, in every place', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    let position = 0;
    const odd = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\0', 'a\0b', '\ud800', '\udfff tail', '😀\u202e', '\ufeff', '\r\n', "';--", '\\u0000'),
    );
    await fc.assert(
      fc.asyncProperty(odd, async (text) => {
        position += 1;
        const start = makeStart({ position, tags: [text] });
        const number = writer.begin(start);
        const turns = [{ turnIndex: 0, played: say('user', text) }];
        const reply = makeReply(1, text, { guidelines: text, call: { latencyMs: 0, costUsd: 0, model: text } });
        const verdict = { ...makeVerdict(1), reason: text, evidence: text };
        const end: ConversationEnd = { status: 'error', error: { cause: 'internal', message: text } };
        void writer.recordTurns(number, turns);
        void writer.recordReply(number, reply);
        void writer.recordVerdicts(number, [verdict]);
        await writer.endConversation(number, end);
        const found = await store.runs.findConversation('run-1', number);
        expect(found).toEqual({ number, start, turns, replies: [reply], verdicts: [verdict], end });
      }),
      { numRuns: 60 },
    );
  });

  it('keeps a reply of 8 MB', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart());
    const text = 'ä\n'.repeat(4_000_000);
    await writer.recordReply(number, makeReply(1, text));
    const [conversation] = await toList(store.runs.conversations('run-1'));
    expect(conversation?.replies[0]?.played.message.content === text).toBe(true);
  });

  it('continues at the exact record after a writer that never closed', async () => {
    const database = makeDatabase();
    const first = await createRun(await database.open());
    const number = first.begin(makeStart());
    await first.recordTurns(number, [{ turnIndex: 0, played: say('user', 'Hello') }]);
    const store = await database.open();
    const second = await store.runs.claim('run-1', makeOwner('second'), isExpired);
    await second.recordReply(number, makeReply(1, 'Hi'));
    expect(second.begin(makeStart({ position: 1 }))).toBe(number + 1);
    await second.heartbeat();
    const conversation = await store.runs.findConversation('run-1', number);
    expect(conversation).toMatchObject({ turns: [{ turnIndex: 0 }], replies: [{ turnIndex: 1 }] });
  });
});
