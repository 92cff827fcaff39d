import { expect, it } from 'vitest';
import { toSimulatorHistory } from './simulator-prompt.ts';

const simulation = { persona: ' A hurried customer. ', goal: 'A refund.', target: 'customer' };

it('tells the simulated user who it is, and lets it speak first', () => {
  const [instructions, opening, ...rest] = toSimulatorHistory(simulation, []);
  expect(instructions?.message.role).toBe('system');
  expect(instructions?.message.content).toContain('Who you are: A hurried customer.\nWhat you want: A refund.');
  expect(opening?.message).toEqual({ role: 'user', content: '(The conversation begins. You speak first.)' });
  expect(rest).toEqual([]);
});

it('turns the sides around, and leaves out system text, tools and messages that show nothing', () => {
  const history = [
    { message: { role: 'system', content: 'You are a desk.' } },
    { message: { role: 'assistant', content: 'Hello.' } },
    { message: { role: 'customer', content: 'My order is late.' } },
    { message: { role: 'assistant', content: '', tool_calls: [{ name: 'find' }] }, texts: ['→ find()'] },
    { message: { role: 'tool', content: 'order 7' } },
    { message: { role: 'assistant', content: '' } },
  ];
  expect(toSimulatorHistory(simulation, history).slice(1)).toEqual([
    { message: { role: 'user', content: 'Hello.' } },
    { message: { role: 'assistant', content: 'My order is late.' } },
    { message: { role: 'user', content: '→ find()' } },
  ]);
});
