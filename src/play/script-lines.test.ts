import { describe, expect, it } from 'vitest';
import { sayInTurn } from '../../test/support/fake-target.ts';
import { makeCase } from '../../test/support/grading.ts';
import { listLines, playInMemory } from '../../test/support/playing.ts';
import { listAssistantTurns, toKnownConversation } from './known-conversation.ts';
import { isAlternating, toScript } from './script-lines.ts';

const system = { role: 'system', content: 'Be short.' };
const greeting = { role: 'assistant', content: 'Welcome.' };
const hello = { role: 'user', content: 'Hello', tags: ['opening'] };
const which = { role: 'assistant', content: 'Which order?', refs: [{ url: 'https://a' }] };
const order = { role: 'user', content: 'Order 4711' };
const coming = { role: 'assistant', content: 'It is coming.' };

const curated = { input_messages: [system, greeting, hello, which, order], expected_messages: [coming] };

describe('toScript', () => {
  it('takes the lines of the case, as they are written', () => {
    const evalCase = makeCase({ input_messages: [system], turns: [{ user: 'a', on_fail: 'stop' }, { user: 'b' }] });
    expect(toScript(evalCase)).toEqual({
      input: [system],
      lines: [
        { message: { role: 'user', content: 'a' }, onFail: 'stop' },
        { message: { role: 'user', content: 'b' }, onFail: undefined },
      ],
    });
  });

  it('takes the user turns of a conversation that has no lines, with all that belongs to them', () => {
    expect(toScript(makeCase(curated))).toEqual({
      input: [system, greeting],
      lines: [{ message: hello }, { message: order }],
    });
  });
});

it('gives replies the places that they have in every-turn play', async () => {
  const target = sayInTurn('one', 'two');
  const played = await playInMemory('script', curated, { target });
  expect(played.replies.map(({ turnIndex }) => turnIndex)).toEqual(
    listAssistantTurns(toKnownConversation(makeCase(curated))),
  );
  expect(listLines(played).slice(2)).toEqual(['user: Hello', 'assistant: one', 'user: Order 4711', 'assistant: two']);
  expect(target.questions[1]).toContain('one');
  expect(target.questions[1]).not.toContain('Which order?');
});

it.each([
  [true, [hello]],
  [true, [system, greeting, hello, which, order]],
  [false, [hello, which, coming]],
  [false, [hello, order, coming]],
  [false, [hello, which, system, order]],
  [false, [hello, which, { role: 'tool', content: 'x' }, coming]],
])('says whether user and assistant take turns: %s', (alternating, messages) => {
  expect(isAlternating(messages)).toBe(alternating);
});
