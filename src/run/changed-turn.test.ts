import { describe, expect, it } from 'vitest';
import { makeCase } from '../../test/support/grading.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { Message } from '../conversation/message.ts';
import type { ReplyEntry, TurnEntry } from '../conversation/run/run-record.ts';
import { findChangedTurn, toPresentTurns } from './changed-turn.ts';

const user = (content: Message['content'], more: Partial<Message> = {}): Message => ({
  role: 'user',
  content,
  ...more,
});
const assistant = (content: string): Message => ({ role: 'assistant', content });

function toTurns(messages: Readonly<Record<number, Message>>): TurnEntry[] {
  return Object.entries(messages).map(([turnIndex, message]) => ({
    turnIndex: Number(turnIndex),
    played: { message },
  }));
}

function toReplies(...places: readonly number[]): ReplyEntry[] {
  return places.map((turnIndex) => ({
    turnIndex,
    by: 'target',
    played: { message: assistant('A reply') },
    guidelines: '',
    call: { latencyMs: 1, costUsd: null },
  }));
}

interface Row {
  readonly title: string;
  readonly play: PlayMode;
  readonly now: Partial<EvalCase>;
  readonly turns: Readonly<Record<number, Message>>;
  readonly replies: readonly number[];
  readonly changed: number | undefined;
}

const file = [{ type: 'file' as const, value: 'policy.md' }];
const lines = [{ user: 'Hello' }, { user: '4711' }];
const known = [user('Hello'), assistant('Hi'), user('4711')];

const rows: readonly Row[] = [
  {
    title: 'a reference of a curated script that was edited',
    play: 'script',
    now: { input_messages: known, expected_messages: [assistant('Better')] },
    turns: { 0: user('Hello'), 2: user('4711') },
    replies: [1, 3],
    changed: undefined,
  },
  {
    title: 'a script with tools: its lines are looked at in their places, the reference trace is not',
    play: 'script',
    now: { input_messages: [user('Hello'), { role: 'tool', content: 'new' }, assistant('Hi'), user('4711')] },
    turns: { 0: user('Hello'), 3: user('4712') },
    replies: [2, 4],
    changed: 3,
  },
  {
    title: 'a line of a curated script that was edited',
    play: 'script',
    now: { input_messages: known },
    turns: { 0: user('Hello'), 2: user('4712') },
    replies: [1, 3],
    changed: 2,
  },
  {
    title: 'a case that is as it was',
    play: 'reply',
    now: { input_messages: [{ role: 'system', content: 'Be kind' }, user('Hi')] },
    turns: { 0: { content: 'Be kind', role: 'system' }, 1: user('Hi') },
    replies: [2],
    changed: undefined,
  },
  {
    title: 'refs, tags and ids that were edited',
    play: 'reply',
    now: { input_messages: [user('Hi', { tags: ['new'], id: 'm1', refs: [{ url: 'https://a.example' }] })] },
    turns: { 0: user('Hi', { tags: ['old'] }) },
    replies: [1],
    changed: undefined,
  },
  {
    title: 'no content, and content that is null',
    play: 'reply',
    now: { input_messages: [user('Hi'), { role: 'assistant', content: null, tool_calls: [] }] },
    turns: { 0: user('Hi'), 1: { role: 'assistant', tool_calls: [] } },
    replies: [2],
    changed: undefined,
  },
  {
    title: 'a text that was edited',
    play: 'reply',
    now: { input_messages: [user('Hi'), assistant('Yes?'), user('Bye')] },
    turns: { 0: user('Hi'), 1: assistant('Yes?'), 2: user('By') },
    replies: [3],
    changed: 2,
  },
  {
    title: 'another role',
    play: 'reply',
    now: { input_messages: [{ role: 'developer', content: 'Hi' }] },
    turns: { 0: user('Hi') },
    replies: [1],
    changed: 0,
  },
  {
    title: 'a message that is gone',
    play: 'reply',
    now: { input_messages: [user('Hi')] },
    turns: { 0: user('Hi'), 1: user('Bye') },
    replies: [2],
    changed: 1,
  },
  {
    title: 'an attached file, by its path',
    play: 'reply',
    now: { input_messages: [user(file)] },
    turns: { 0: user([{ value: 'policy.md', type: 'file' }]) },
    replies: [1],
    changed: undefined,
  },
  {
    title: 'the lines of a script, replies between them',
    play: 'script',
    now: { input_messages: [user('Before')], turns: lines },
    turns: { 0: user('Before'), 1: user('Hello'), 3: user('4711') },
    replies: [2, 4],
    changed: undefined,
  },
  {
    title: 'a script that has one more line',
    play: 'script',
    now: { turns: [...lines, { user: 'Bye' }] },
    turns: { 0: user('Hello'), 2: user('4711') },
    replies: [1, 3],
    changed: undefined,
  },
  {
    title: 'a line of a script that was edited',
    play: 'script',
    now: { turns: [{ user: 'Hello' }, { user: '4712' }] },
    turns: { 0: user('Hello'), 2: user('4711') },
    replies: [1, 3],
    changed: 2,
  },
  {
    title: 'a message put before a script',
    play: 'script',
    now: { input_messages: [user('Before')], turns: lines },
    turns: { 0: user('Hello'), 2: user('4711') },
    replies: [1, 3],
    changed: 0,
  },
  {
    title: 'a reference that later replies were asked with',
    play: 'every-turn',
    now: {
      input_messages: [user('Hello'), assistant('Good day'), user('4711')],
      expected_messages: [assistant('Yes')],
    },
    turns: { ...known, 3: assistant('Yes') },
    replies: [1, 3],
    changed: 1,
  },
  {
    title: 'the last reference, which nothing was asked with',
    play: 'every-turn',
    now: { input_messages: known, expected_messages: [assistant('Your refund is coming')] },
    turns: { ...known, 3: assistant('Yes') },
    replies: [1, 3],
    changed: undefined,
  },
  {
    title: 'a conversation in error without a reply',
    play: 'reply',
    now: { input_messages: [user('Bye')] },
    turns: { 0: user('Hi') },
    replies: [],
    changed: 0,
  },
];

describe('findChangedTurn', () => {
  it.each(rows)('sees $changed in $title', ({ play, now, turns, replies, changed }) => {
    const played = { turns: toTurns(turns), replies: toReplies(...replies) };
    expect(findChangedTurn(makeCase(now), play, played)).toBe(changed);
  });
});

describe('toPresentTurns', () => {
  it('takes tags as they are now, and texts of files as they were shown', () => {
    const input_messages = [user(file, { tags: ['new'] })];
    const turns = [{ turnIndex: 0, played: { message: user(file, { tags: ['old'] }), texts: ['=== policy.md ==='] } }];
    expect(toPresentTurns(makeCase({ input_messages }), 'reply', turns)).toEqual([
      { turnIndex: 0, played: { message: input_messages[0], texts: ['=== policy.md ==='] } },
    ]);
  });

  it('takes a reference that was edited without the texts of the old one', () => {
    const now = makeCase({ input_messages: [user('Hello')], expected_messages: [assistant('New')] });
    const turns = [{ turnIndex: 1, played: { message: assistant('Old'), texts: ['Old'] } }];
    expect(toPresentTurns(now, 'every-turn', turns)).toEqual([{ turnIndex: 1, played: { message: assistant('New') } }]);
  });

  it('leaves what is not in the case as it was played', () => {
    const turns = toTurns({ 7: user('Hi') });
    expect(toPresentTurns(makeCase(), 'reply', turns)).toEqual(turns);
  });
});
