import { describe, expect, it } from 'vitest';
import type { Message } from '../conversation/message.ts';
import type { PlayedMessage } from '../conversation/run/run-record.ts';
import type { StoredConversation } from '../store/port.ts';
import { toAsked } from './asked-messages.ts';

const user: Message = { role: 'user', content: 'Where is my order?' };

/** Messages that were put in from place 0 on, and the places that a target replied at. */
function ask(put: readonly (Message | PlayedMessage)[], replyPlaces: readonly number[] = [put.length]) {
  const turns = put.map((one, turnIndex) => ({ turnIndex, played: 'message' in one ? one : { message: one } }));
  const replies = replyPlaces.map((turnIndex) => ({ turnIndex, by: 'target' }));
  // As much of a conversation as is looked at.
  return toAsked({ start: { play: 'every-turn' }, turns, replies } as unknown as StoredConversation).messages;
}

describe('toAsked', () => {
  it.each<[string, readonly (Message | PlayedMessage)[]]>([
    ['tags, refs and ids', [{ ...user, tags: ['late'], id: 'm1', refs: [{ url: 'https://example.com' }] }]],
    ['instructions', [{ role: 'system', content: 'Be kind.' }, user]],
  ])('is the same with other %s', (_title, put) => {
    expect(ask(put)).toEqual(ask([user]));
  });

  it.each<[string, readonly (Message | PlayedMessage)[]]>([
    ['another text', [{ ...user, content: 'Where is it?' }]],
    ['one message more', [user, { role: 'assistant', content: 'Which?' }]],
    ['another speaker', [{ ...user, role: 'customer' }]],
    ['an attached file that says something else', [{ message: user, texts: ['Where is my order?', 'order.md: 7'] }]],
  ])('is another with %s', (_title, put) => {
    expect(ask(put)).not.toEqual(ask([user]));
  });

  it('leaves out the reference behind the last reply, and no other', () => {
    const toPut = (first: string, last: string) => [
      user,
      { role: 'assistant', content: first },
      user,
      { role: 'assistant', content: last },
    ];
    expect(ask(toPut('one', 'two'), [1, 3])).toEqual(ask(toPut('one', 'three'), [1, 3]));
    expect(ask(toPut('one', 'two'), [1, 3])).not.toEqual(ask(toPut('other', 'two'), [1, 3]));
  });
});
