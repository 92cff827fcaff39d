import { describe, expect, it } from 'vitest';
import type { ConversationStart } from '../../../src/conversation/stored-conversation.ts';
import type { RunWriter } from '../../../src/store/port.ts';
import { engines } from './engines.ts';
import { createRun, makeReply, makeStart, recordConversation, say, toList } from './records.ts';

const names: Partial<ConversationStart>[] = [
  { file: 1, position: 0 },
  { file: 0, position: 10 },
  { file: 0, position: 2, repeat: 1 },
  { file: 0, position: 2, repeat: 0 },
  { file: 0, position: 2, target: 'a', play: 'script' },
  { file: 0, position: 2, target: 'a', play: 'every-turn' },
  { file: 0, position: 2, target: 'a', send: 'messages' },
];

describe.each(engines)('reading a run on $name', ({ makeDatabase }) => {
  it('gives conversations in the order in which they were begun', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    for (const name of names) await recordConversation(writer, name);
    const read = await toList(store.runs.conversations('run-1'));
    expect(read.map(({ start }) => start)).toEqual(names.map((name) => makeStart(name)));
  });

  it('gives only the conversations of a case', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    for (const position of [0, 1, 2])
      await recordConversation(writer, { position, repeat: position, id: `case-${position % 2}` });
    const read = await toList(store.runs.conversations('run-1', { caseId: 'case-0' }));
    expect(read.map(({ start }) => start.position)).toEqual([0, 2]);
  });

  it('gives a mark of every conversation by number, ended or not', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    await recordConversation(writer, { position: 5 });
    writer.begin(makeStart({ position: 1, file: 2, target: 'other', send: 'messages', play: 'simulate', repeat: 4 }));
    await writer.heartbeat();
    expect(await toList(store.runs.marks('run-1'))).toEqual([
      {
        ...{ number: 1, id: 'case-6', file: 0, position: 5, target: 'bot', send: 'question', play: 'reply' },
        ...{ repeat: 0, status: 'pass' },
      },
      { number: 2, id: 'case-2', file: 2, position: 1, target: 'other', send: 'messages', play: 'simulate', repeat: 4 },
    ]);
  });

  it('reads more conversations than fit a page, each once', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    await recordMany(writer, 350, 'short');
    const read = await toList(store.runs.conversations('run-1'));
    expect(read.map(({ number }) => number)).toEqual(Array.from({ length: 350 }, (_, index) => index + 1));
  });

  it('reads conversations whose texts are longer than a page', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    await recordMany(writer, 12, 'x'.repeat(1_500_000));
    const read = await toList(store.runs.conversations('run-1'));
    expect(read.map(({ replies }) => String(replies[0]?.played.message.content).length)).toEqual(
      Array.from({ length: 12 }, (_, index) => 1_500_000 + String(index).length),
    );
  });

  it('keeps reading while conversations are added', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    await recordMany(writer, 150, 'text');
    let count = 0;
    for await (const _ of store.runs.conversations('run-1')) {
      count += 1;
      if (count === 10) await recordConversation(writer, { position: 1000 });
    }
    expect(count).toBe(151);
  });

  it('stops reading when asked to', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    await recordMany(writer, 150, 'text');
    for await (const { number } of store.runs.conversations('run-1')) {
      if (number === 3) break;
    }
    expect(await store.runs.list()).toHaveLength(1);
  });

  it('keeps runs apart that say the same', async () => {
    const store = await makeDatabase().open();
    for (const id of ['run-1', 'run-2']) await recordConversation(await createRun(store, id));
    expect(await toList(store.runs.conversations('run-2'))).toEqual(await toList(store.runs.conversations('run-1')));
  });
});

async function recordMany(writer: RunWriter, count: number, text: string): Promise<void> {
  const recorded = Array.from({ length: count }, (_, position) => {
    const number = writer.begin(makeStart({ position }));
    void writer.recordTurns(number, [{ turnIndex: 0, played: say('user', 'Same question') }]);
    return writer.recordReply(number, makeReply(1, `${text}${position}`));
  });
  await Promise.all(recorded);
}
