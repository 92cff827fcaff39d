import type { EvalCase } from './case.ts';
import type { Message } from './message.ts';
import { isSystemRole } from './role.ts';

/**
 * The whole conversation of a case with its good replies in it: the messages, then each scripted line and the reply
 * expected to it, or the expected messages. A line whose reply is not told ends what is known.
 */
export function toKnownConversation(evalCase: EvalCase): readonly Message[] {
  const { input_messages: input, turns, expected_messages: expected = [] } = evalCase;
  if (turns === undefined) return [...input, ...expected];
  const untold = turns.findIndex(({ expect }) => expect === undefined);
  const known = untold === -1 ? turns : turns.slice(0, untold);
  return [
    ...input,
    ...known.flatMap(({ user, expect = '', tags }): Message[] => [
      { role: 'user', content: user },
      { role: 'assistant', content: expect, ...(tags === undefined ? {} : { tags }) },
    ]),
  ];
}

/** Where somebody says something first that is to be answered; behind the last message where nobody does. */
export function findOpening(messages: readonly Message[]): number {
  const opening = messages.findIndex(({ role }) => !isSystemRole(role) && role !== 'assistant');
  return opening === -1 ? messages.length : opening;
}

/**
 * Places of the turns that every-turn play asks for. A greeting that the assistant opens with answers nobody, so it is
 * not asked for.
 */
export function listAssistantTurns(messages: readonly Message[]): readonly number[] {
  const opening = findOpening(messages);
  return messages.flatMap(({ role }, index) => (role === 'assistant' && index > opening ? [index] : []));
}
