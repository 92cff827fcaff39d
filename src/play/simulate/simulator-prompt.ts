import type { Simulation } from '../../conversation/case.ts';
import { isSystemRole } from '../../conversation/role.ts';
import type { PlayedMessage } from '../../conversation/run/run-record.ts';

/** What the simulated user writes, alone, when it is done. */
export const goalMark = '<goal-reached>';
export const giveUpMark = '<give-up>';

/** The conversation as the simulated user sees it: its own lines are the assistant's, the target's are the user's. */
export function toSimulatorHistory(
  { persona, goal }: Simulation,
  history: readonly PlayedMessage[],
): readonly PlayedMessage[] {
  const turns = history.flatMap(({ message, texts }): PlayedMessage[] => {
    if (isSystemRole(message.role) || message.role === 'tool') return [];
    const role = message.role === 'assistant' ? 'user' : 'assistant';
    const content = texts?.join('\n\n') ?? message.content ?? '';
    return content === '' ? [] : [{ message: { role, content } }];
  });
  const opening: readonly PlayedMessage[] =
    turns[0]?.message.role === 'user'
      ? []
      : [{ message: { role: 'user', content: '(The conversation begins. You speak first.)' } }];
  return [{ message: { role: 'system', content: toInstructions(persona, goal) } }, ...opening, ...turns];
}

function toInstructions(persona: string, goal: string): string {
  return [
    'You play a person who talks to an assistant. You are not the assistant, and you never help, offer help or answer for it.',
    `Who you are: ${persona.trim()}`,
    `What you want: ${goal.trim()}`,
    'Write only what this person says next: one short message, no quotation marks, no role name before it, no stage directions.',
    'Share what you know only when asked, or when it is needed. Do not repeat a message you have sent before.',
    `When you get what you want, write ${goalMark} and nothing else. When it is clear that you will not get it, write ${giveUpMark} and nothing else. Do not say goodbye instead.`,
  ].join('\n');
}
