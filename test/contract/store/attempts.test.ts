import { describe, expect, it } from 'vitest';
import { engines } from './engines.ts';
import {
  createRun,
  isExpired,
  makeGraded,
  makeJudgment,
  makeOwner,
  makeReply,
  makeStart,
  makeVerdict,
  recordConversation,
  say,
  toList,
} from './records.ts';

const reason = 'The service failed (500).';
const error = { cause: 'provider-error', message: reason, status: 500, turnIndex: 3 } as const;
const abandoned = { attempt: 1, reason, conversationId: 'run-1-a-1', error, keepsRecords: false };

describe.each(engines)('attempts at a conversation on $name', ({ makeDatabase }) => {
  it('records an attempt, and says which one is under way', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart());
    await writer.startAttempt(number, { attempt: 1 });
    const other = await database.open();
    expect(await other.runs.findConversation('run-1', number)).toMatchObject({ attempt: 1, turns: [], replies: [] });
    expect(await other.runs.findConversation('run-1', number)).not.toHaveProperty('abandoned');
  });

  it('keeps everything of an abandoned attempt apart from the conversation, which starts over', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart({ play: 'script' }));
    await writer.startAttempt(number, { attempt: 1 });
    const turns = [{ turnIndex: 0, played: say('user', 'Hello') }];
    const first = makeReply(1, 'Hi', { guidelines: 'Be kind.' });
    await writer.recordTurns(number, turns);
    await writer.recordReply(number, first);
    await writer.recordVerdicts(number, [makeVerdict(1, 'tone')], [makeJudgment(1, 'tone')]);
    await writer.startAttempt(number, { attempt: 2, abandoned });
    const { keepsRecords: _, ...known } = abandoned;
    const kept = { ...known, turns, replies: [first], verdicts: [makeVerdict(1, 'tone')] };
    const start = makeStart({ play: 'script' });
    const empty = { number, start, turns: [], replies: [], verdicts: [], attempt: 2, abandoned: [kept] };
    expect(await store.runs.findConversation('run-1', number)).toEqual(empty);
    expect(await store.runs.judgments('run-1', number)).toEqual([]);
    const second = makeReply(1, 'Good day');
    await writer.recordTurns(number, turns);
    await writer.recordReply(number, second);
    await writer.endConversation(number, { status: 'pass' });
    const wanted = { ...empty, turns, replies: [second], end: { status: 'pass' } };
    expect(await store.runs.findConversation('run-1', number)).toEqual(wanted);
    expect(await toList(store.runs.conversations('run-1'))).toEqual([wanted]);
    expect((await store.runs.find('run-1'))?.counts).toMatchObject({ pass: 1, error: 0 });
  });

  it('keeps several, in order, each with its own records', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart());
    for (const attempt of [1, 2, 3]) {
      await writer.recordReply(number, makeReply(1, `Reply ${attempt}`));
      const before = { ...abandoned, attempt, keepsRecords: false };
      await writer.startAttempt(number, { attempt: attempt + 1, abandoned: before });
    }
    const conversation = await store.runs.findConversation('run-1', number);
    expect(conversation?.attempt).toBe(4);
    expect(
      conversation?.abandoned?.map(({ attempt, replies }) => [attempt, replies[0]?.played.message.content]),
    ).toEqual([
      [1, 'Reply 1'],
      [2, 'Reply 2'],
      [3, 'Reply 3'],
    ]);
  });

  it('leaves the records where they are when each turn is a conversation of its own', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart({ play: 'every-turn' }));
    await writer.recordReply(number, makeReply(1, 'Hi'));
    await writer.startAttempt(number, { attempt: 2, abandoned: { ...abandoned, keepsRecords: true } });
    expect(await store.runs.findConversation('run-1', number)).toMatchObject({
      replies: [{ turnIndex: 1 }],
      attempt: 2,
      abandoned: [{ attempt: 1, replies: [] }],
    });
  });

  it('is not a conversation: not listed, not counted, not resumed, and its number is not used again', async () => {
    const database = makeDatabase();
    const writer = await createRun(await database.open());
    const number = writer.begin(makeStart());
    await writer.recordReply(number, makeReply(1, 'Hi'));
    await writer.startAttempt(number, { attempt: 2, abandoned });
    await writer.close('stopped');
    const store = await database.open();
    const again = await store.runs.claim('run-1', makeOwner('second'), isExpired);
    const next = await recordConversation(again, { position: 1 });
    expect(next).toBeGreaterThan(number + 1);
    expect((await toList(store.runs.marks('run-1'))).map((mark) => mark.number)).toEqual([number, next]);
    expect(await toList(store.runs.conversations('run-1'))).toHaveLength(2);
    const events = await store.runs.events('run-1', 0, 100);
    expect(events.filter(({ type }) => type === 'turn-end')).toHaveLength(1);
  });

  it('keeps what a later grading said about it', async () => {
    const store = await makeDatabase().open();
    const writer = await createRun(store);
    const number = await recordConversation(writer);
    await writer.close('completed');
    const grading = await store.runs.grade('run-1', { spec: { hash: 'h' }, owner: makeOwner('grader') }, isExpired);
    await grading.record(number, makeGraded());
    await grading.close('completed');
    const again = await store.runs.claim('run-1', makeOwner('second'), isExpired);
    await again.reopen(number);
    await again.startAttempt(number, { attempt: 2, abandoned });
    const conversation = await store.runs.findConversation('run-1', number, { grading: 1 });
    expect(conversation).toMatchObject({ verdicts: [], replies: [], abandoned: [{ replies: { length: 1 } }] });
  });

  it('is removed with its run, and leaves no message behind', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const writer = await createRun(store);
    const number = writer.begin(makeStart());
    await writer.recordReply(number, makeReply(1, 'Said in an attempt'));
    await writer.startAttempt(number, { attempt: 2, abandoned });
    await writer.close('completed');
    expect(await store.runs.remove('run-1', isExpired)).toBe(true);
    const rows = await toList(store.archive.dump());
    expect(rows.filter(({ table }) => ['messages', 'replies', 'abandoned_attempts'].includes(table))).toEqual([]);
  });
});
