import { expect, it } from 'vitest';
import { openStopRule } from './stop-rule.ts';

const simulation = { persona: 'p', goal: 'g', target: 't' };

it.each([
  { rule: undefined, reply: 'TICKET-12', stops: false },
  { rule: { contains: 'TICKET' }, reply: 'It is TICKET-12.', stops: true },
  { rule: { contains: 'TICKET' }, reply: 'It is ticket 12.', stops: false },
  { rule: { regex: 'TICKET-\\d+' }, reply: 'It is TICKET-12.', stops: true },
  { rule: { regex: '^TICKET-\\d+$' }, reply: 'It is TICKET-12.', stops: false },
])('$rule on $reply: $stops', async ({ rule, reply, stops }) => {
  const stopsAt = await openStopRule({ ...simulation, ...(rule === undefined ? {} : { stop_when: rule }) });
  expect(stopsAt(reply)).toBe(stops);
});
