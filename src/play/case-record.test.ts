import { describe, expect, it } from 'vitest';
import { makeGraded } from '../../test/support/grading.ts';
import { CaseRecord, type ReplyEntry, type TurnEntry } from '../conversation/run/run-record.ts';
import type { ConversationStart, StoredConversation } from '../conversation/stored-conversation.ts';
import { type RunRequests, toCaseRecord } from './case-record.ts';

const sent: RunRequests = {
  run: 'r1',
  toRaw: (_start, { send, question, guidelines, messages }) =>
    send === 'messages' ? { messages: messages.map((message) => ({ ...message })) } : { question, guidelines },
};

function toRecord(conversation: StoredConversation): CaseRecord {
  return toCaseRecord(conversation, sent);
}

const call = { latencyMs: 12, costUsd: 0.5, usage: { inputTokens: 3 } };

function toTurn(turnIndex: number, content: string): TurnEntry {
  return { turnIndex, played: { message: { role: turnIndex % 2 === 0 ? 'user' : 'assistant', content } } };
}

function toEntry(turnIndex: number, content: string, by: ReplyEntry['by'] = 'target'): ReplyEntry {
  const role = by === 'target' ? 'assistant' : 'user';
  return { turnIndex, by, guidelines: 'Be kind.', call, played: { message: { role, content } } };
}

const start: ConversationStart = {
  ...{ id: 'c', eval: 'd', target: 'bot', repeat: 1, tags: ['t'], file: 0, position: 4 },
  send: 'question',
  play: 'script',
};
const marked = '[User]:\nHi\n\n[Assistant]:\nHello\n\n[User]:\nBye';
const conversation: StoredConversation = {
  number: 7,
  start,
  turns: [toTurn(0, 'Hi'), toTurn(2, 'Bye')],
  replies: [toEntry(1, 'Hello'), toEntry(3, 'So long')],
  verdicts: [makeGraded()],
  end: { status: 'pass', aggregate: { all: true, mean: 1, min: 1, last: 1 } },
};

describe('the record of a conversation', () => {
  it('shows the request of a failed call, although there is no reply', () => {
    const error = { cause: 'provider-error', message: 'It failed.', turnIndex: 3 } as const;
    const asked = { turnIndex: 3, guidelines: 'Be brief.' };
    const record = toRecord({
      ...conversation,
      replies: [toEntry(1, 'Hello')],
      end: { status: 'error', error, asked },
    });
    expect(record.turns).toHaveLength(1);
    const question = '[User]:\nHi\n\n[Assistant]:\nHello\n\n[User]:\nBye';
    expect(record.raw_request).toEqual({ question, guidelines: 'Be brief.' });
  });

  it('has the abandoned attempts, each with its own turns', () => {
    const known = { attempt: 1, reason: 'It failed.', conversationId: 'r-c-1' };
    const attempt = { turns: [toTurn(0, 'Hi')], replies: [toEntry(1, 'Hey')], verdicts: [makeGraded()] };
    const record = toRecord({ ...conversation, attempt: 2, abandoned: [{ ...known, ...attempt }] });
    expect(CaseRecord.parse(record)).toEqual(record);
    expect(record.abandoned).toMatchObject([{ ...known, turns: [{ turnIndex: 1, reply: 'Hey' }], verdicts: [{}] }]);
    expect(record.turns).toHaveLength(2);
    expect(toRecord(conversation)).not.toHaveProperty('abandoned');
  });

  it('has the reply, the call and the question of each turn', () => {
    const record = toRecord(conversation);
    expect(CaseRecord.parse(record)).toEqual(record);
    expect(record.turns).toEqual([
      {
        ...{ turnIndex: 1, reply: 'Hello', ...call },
        raw_request: { question: 'Hi', guidelines: 'Be kind.' },
        formatted_question: 'Hi',
      },
      {
        ...{ turnIndex: 3, reply: 'So long', ...call },
        raw_request: { question: marked, guidelines: 'Be kind.' },
        formatted_question: marked,
      },
    ]);
    expect(record.raw_request).toEqual(record.turns[1]?.raw_request);
    expect(record.formatted_question).toBe(marked);
  });

  it('has chat messages if they were sent, in addition to the formatted question', () => {
    const record = toRecord({ ...conversation, start: { ...start, send: 'messages' } });
    expect(CaseRecord.parse(record)).toEqual(record);
    expect(record.raw_request).toEqual({
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
        { role: 'user', content: 'Bye' },
      ],
    });
    expect(record.formatted_question).toBe(marked);
  });

  it('has attached files as they were when they were sent', () => {
    const content = [{ type: 'file', value: './a.md' }, 'See?', { type: 'file', value: 'tone.instructions.md' }];
    const texts = ['=== a.md ===\nAs it was.  ', 'See?'];
    const first: TurnEntry = { turnIndex: 0, played: { message: { role: 'user', content }, texts } };
    const record = toRecord({
      ...conversation,
      start: { ...start, send: 'messages' },
      turns: [first],
      replies: [toEntry(1, 'Hello')],
    });
    expect(record.raw_request?.messages).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: '=== a.md ===\nAs it was.  \n\nSee?' },
    ]);
  });

  it('has the reference as history in every-turn play, in any order of records', () => {
    const turns = [toTurn(2, 'Bye'), toTurn(1, 'Hello, friend'), toTurn(0, 'Hi'), toTurn(3, 'Farewell')];
    const record = toRecord({ ...conversation, start: { ...start, play: 'every-turn' }, turns });
    expect(record.raw_request?.question).toBe('[User]:\nHi\n\n[Assistant]:\nHello, friend\n\n[User]:\nBye');
  });

  it("has messages of the simulated user in the target's question, not as turns", () => {
    const replies = [toEntry(0, 'Hi', 'simulator'), toEntry(1, 'Hello')];
    const record = toRecord({ ...conversation, turns: [], replies });
    expect(record.turns.map(({ reply, raw_request }) => [reply, raw_request.question])).toEqual([['Hello', 'Hi']]);
  });

  it('without a call has no request', () => {
    const { end: _end, ...unfinished } = { ...conversation, turns: [], replies: [], verdicts: [] };
    expect(toRecord(unfinished)).toMatchObject({ raw_request: null, formatted_question: null, turns: [] });
  });

  it('is skipped if unfinished, with the reason', () => {
    const { end: _end, ...unfinished } = conversation;
    expect(toRecord(unfinished)).toMatchObject({
      status: 'skipped',
      reason: 'The run stopped during this case.',
    });
  });

  it('has the error, the simulation and the reason for skipping', () => {
    const error = { cause: 'timeout', message: 'No reply within 5 s.' } as const;
    const simulation = { end: 'goal' as const, problems: [] };
    const record = toRecord({ ...conversation, end: { status: 'error', error, simulation, reason: 'r' } });
    expect(record).toMatchObject({ status: 'error', error, simulation, reason: 'r' });
  });
});
