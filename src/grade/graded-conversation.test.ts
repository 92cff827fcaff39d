import { expect, it } from 'vitest';
import { makeCase, makeGraded } from '../../test/support/grading.ts';
import type { EvalCase, PlayMode } from '../conversation/case.ts';
import type { ReplyEntry, TurnEntry } from '../conversation/run/run-record.ts';
import { ConversationLog } from './graded-conversation.ts';

function toTurn(turnIndex: number, content: string, more = {}): TurnEntry {
  return { turnIndex, played: { message: { role: turnIndex % 2 === 0 ? 'user' : 'assistant', content, ...more } } };
}

function toEntry(turnIndex: number, content: string, more: Partial<ReplyEntry> = {}): ReplyEntry {
  const played = { message: { role: 'assistant', content } };
  return { turnIndex, by: 'target', guidelines: '', call: { latencyMs: 1, costUsd: null }, played, ...more };
}

function makeLog(play: PlayMode, changes: Partial<EvalCase>, turns: readonly TurnEntry[] = []): ConversationLog {
  return new ConversationLog(makeCase(changes), play, { turns, replies: [], verdicts: [] });
}

it('gives each reply of a script its line and the tags of that line', () => {
  const log = makeLog('script', { turns: [{ user: 'a', tags: ['first'] }, { user: 'b' }] });
  expect(log.add(toEntry(1, 'A'))).toMatchObject({ replyIndex: 0, scriptTurn: 0, tags: ['first'], text: 'A' });
  expect(log.add(toEntry(3, 'B'))).toMatchObject({ replyIndex: 1, scriptTurn: 1, tags: [], turnIndex: 3 });
});

it('does not count assistant turns before the script as lines, in every-turn play', () => {
  const input = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: 'y' },
  ];
  const log = makeLog('every-turn', { input_messages: input, turns: [{ user: 'a', expect: 'A', tags: ['line'] }] });
  expect(log.add(toEntry(1, 'Y'))).not.toHaveProperty('scriptTurn');
  expect(log.add(toEntry(3, 'A'))).toMatchObject({ scriptTurn: 0, tags: ['line'] });
});

it('uses the tags of the reference, in every-turn play', () => {
  const log = makeLog('every-turn', {}, [toTurn(0, 'Hi'), toTurn(1, 'Hello', { tags: ['greeting'] })]);
  expect(log.add(toEntry(1, 'Hey'))?.tags).toEqual(['greeting']);
});

it('also uses the tags of the reference in script play, if the case has no lines of its own', () => {
  const tagged = { role: 'assistant', content: 'Hello', tags: ['greeting'] };
  const input = [{ role: 'user', content: 'Hi' }, tagged, { role: 'user', content: 'Bye' }];
  const log = makeLog('script', { input_messages: input, expected_messages: [{ ...tagged, tags: ['end'] }] });
  const first = log.add(toEntry(1, 'Hey'));
  expect(first?.tags).toEqual(['greeting']);
  expect(first).not.toHaveProperty('scriptTurn');
  expect(log.add(toEntry(3, 'So long'))?.tags).toEqual(['end']);
});

it('keeps the positions of messages if a reference trace was not played', () => {
  const log = makeLog('script', {}, [toTurn(0, 'Hi'), { ...toTurn(4, 'Bye'), turnIndex: 4 }]);
  log.add(toEntry(3, 'Hey'));
  log.add(toEntry(5, 'So long'));
  expect(log.places).toEqual([0, 3, 4, 5]);
  expect(log.requestOf({ turnIndex: 5 })).toMatchObject({ places: [0, 3, 4], history: { length: 3 } });
});

it('gives replies no script line in reply play', () => {
  expect(makeLog('reply', { turns: [{ user: 'a' }] }).add(toEntry(1, 'A'))).not.toHaveProperty('scriptTurn');
});

it('shows the messages as played, with replies at the positions of their references', () => {
  const log = makeLog('every-turn', {}, [toTurn(0, 'Hi'), toTurn(1, 'Hello'), toTurn(2, 'Bye'), toTurn(3, 'So long')]);
  log.add(toEntry(1, 'Hey'));
  expect(log.messages.map(({ content }) => content)).toEqual(['Hi', 'Hey', 'Bye', 'So long']);
});

it('does not count messages of the simulated user as replies', () => {
  const log = makeLog('simulate', {});
  expect(log.add(toEntry(0, 'Hi', { by: 'simulator' }))).toBeUndefined();
  expect(log.add(toEntry(1, 'Hello'))?.replyIndex).toBe(0);
  expect(log.messages).toHaveLength(2);
});

it("lists an agent's own tool calls before the open ones", () => {
  const trace = [{ role: 'assistant', content: '', tool_calls: [{ name: 'look' }] }];
  const played = { message: { role: 'assistant', content: '', tool_calls: [{ name: 'refund' }] } };
  const reply = makeLog('reply', {}).add(toEntry(1, '', { played, call: { latencyMs: 1, costUsd: null, trace } }));
  expect(reply?.toolCalls).toEqual([{ name: 'look' }, { name: 'refund' }]);
});

it('starts with the recorded entries and does not change them', () => {
  const before = { turns: [toTurn(0, 'Hi')], replies: [toEntry(1, 'Hello')], verdicts: [makeGraded()] };
  const log = new ConversationLog(makeCase(), 'script', before);
  expect(log.replies).toHaveLength(1);
  log.add(toEntry(3, 'x'));
  log.turns.push(toTurn(2, 'y'));
  log.verdicts.push(makeGraded());
  expect([before.turns.length, before.replies.length, before.verdicts.length]).toEqual([1, 1, 1]);
});

it('returns what the target got for a reply: in every-turn play the reference history, and nothing later', () => {
  const turns = [toTurn(0, 'Hi'), toTurn(1, 'Hello'), toTurn(2, 'Bye'), toTurn(3, 'So long')];
  const log = makeLog('every-turn', {}, turns);
  log.add(toEntry(1, 'Hey'));
  log.add(toEntry(3, 'Ciao', { guidelines: 'Be brief.' }));
  const texts = (turnIndex: number) => log.requestOf({ turnIndex }).history.map(({ message }) => message.content);
  expect(texts(1)).toEqual(['Hi']);
  expect(texts(3)).toEqual(['Hi', 'Hello', 'Bye']);
  expect(log.requestOf({ turnIndex: 3 })).toMatchObject({
    question: '[User]:\nHi\n\n[Assistant]:\nHello\n\n[User]:\nBye',
    guidelines: 'Be brief.',
  });
});

it('includes the replies before it in a script, even after later replies were added', () => {
  const log = makeLog('script', { turns: [{ user: 'a' }, { user: 'b' }, { user: 'c' }] });
  log.turns.push(toTurn(0, 'a'), toTurn(2, 'b'), toTurn(4, 'c'));
  for (const [turnIndex, text] of [
    [1, 'A'],
    [3, 'B'],
    [5, 'C'],
  ] as const)
    log.add(toEntry(turnIndex, text));
  expect(log.requestOf({ turnIndex: 3 }).history.map(({ message }) => message.content)).toEqual(['a', 'A', 'b']);
});
