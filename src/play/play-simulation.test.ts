import { describe, expect, it } from 'vitest';
import { type FakeAnswer, FakeTarget, failWith, sayInTurn, toReply } from '../../test/support/fake-target.ts';
import { listLines, playInMemory } from '../../test/support/playing.ts';
import type { Simulation } from '../conversation/case.ts';
import type { Message } from '../conversation/message.ts';
import type { Target } from '../target/port.ts';
import {
  findLineProblem,
  giveUpMark,
  goalMark,
  isFarewell,
  openStopRule,
  toSimulatorHistory,
} from './play-simulation.ts';

interface Play {
  readonly says: readonly [FakeAnswer, ...FakeAnswer[]];
  readonly target?: Target;
  readonly simulation?: Partial<Simulation>;
  readonly input?: Message[];
  readonly limits?: { readonly turns: number };
}

function play({
  says,
  target = sayInTurn('Which order?'),
  simulation = {},
  input = [],
  limits = { turns: 500 },
}: Play) {
  const simulate = { persona: 'A customer.', goal: 'A refund.', target: 'customer', ...simulation };
  const simulator = new FakeTarget(({ replyIndex }) => says[Math.min(replyIndex, says.length - 1)] ?? '', 'customer');
  const played = playInMemory('simulate', { simulate, input_messages: input }, { target, simulator, limits });
  return played.then((result) => ({ ...result, simulator }));
}

describe('a simulated conversation', () => {
  it('continues until the user reaches its goal', async () => {
    const played = await play({ says: ['My order is late.', 'Number 7.', goalMark] });
    expect(played.end).toEqual({ end: 'complete', simulation: { end: 'goal', problems: [] } });
    expect(listLines(played)).toEqual([
      ...['user: My order is late.', 'assistant: Which order?', 'user: Number 7.', 'assistant: Which order?'],
    ]);
    expect(played.replies.map(({ by }) => by)).toEqual(['simulator', 'target', 'simulator', 'target']);
  });

  it('shows the simulated user the whole conversation from its own view', async () => {
    const { simulator } = await play({ says: ['My order is late.', goalMark] });
    expect(simulator.requests[1]?.messages.slice(1)).toEqual([
      { role: 'user', content: '(The conversation begins. You speak first.)' },
      { role: 'assistant', content: 'My order is late.' },
      { role: 'user', content: 'Which order?' },
    ]);
  });

  it("first answers the case's last message if the user or a tool wrote it", async () => {
    const asked = [{ role: 'user', content: 'Hello?' }];
    const played = await play({ says: [goalMark], input: asked });
    expect(listLines(played)).toEqual(['user: Hello?', 'assistant: Which order?']);
    const withTool = [...asked, { role: 'assistant', content: 'Let me look.' }, { role: 'tool', content: 'order 7' }];
    expect(listLines(await play({ says: [goalMark], input: withTool })).at(-1)).toBe('assistant: Which order?');
  });

  it('ends when the user gives up', async () => {
    const { end } = await play({ says: ['My order is late.', `Never mind. ${giveUpMark}`] });
    expect(end).toEqual({ end: 'complete', simulation: { end: 'gave-up', problems: [] } });
  });

  it('ends if a reply meets the stop rule, but not if a user message does', async () => {
    const target = sayInTurn('Which order?', 'Refunded: TICKET-1');
    const simulation = { stop_when: { contains: 'TICKET' } };
    const played = await play({ says: ['I have a TICKET.', 'Number 7.'], target, simulation });
    expect(played.end).toMatchObject({ simulation: { end: 'stop-when' } });
    expect(played.replies).toHaveLength(4);
  });

  it('ends after the maximum number of turns, ten by default', async () => {
    const says: [string, ...string[]] = ['line 0', ...Array.from({ length: 20 }, (_, index) => `line ${index + 1}`)];
    const three = await play({ says, simulation: { max_turns: 3 } });
    expect(three.end).toMatchObject({ end: 'complete', simulation: { end: 'max-turns' } });
    expect(three.replies).toHaveLength(6);
    expect((await play({ says })).replies).toHaveLength(20);
  });

  it('ends as complete if the user says goodbye a second time', async () => {
    const { end, replies } = await play({ says: ['My order is late.', 'Thanks, bye!', 'Bye bye.'] });
    expect(end).toMatchObject({ end: 'complete', simulation: { end: 'goodbye' } });
    expect(replies).toHaveLength(4);
  });
});

describe('failures of the simulated user', () => {
  it.each([
    { name: 'include breaking character', says: ['How can I help you?'], problem: 'broke character: it offered help' },
    { name: 'include silence', says: ['Hi there, I am late.', ' '], problem: 'it said nothing' },
    { name: 'include a loop', says: ['Where is it?'], problem: 'loop: it said the same line three times' },
  ])('$name', async ({ says, problem }) => {
    const [first = '', ...rest] = says;
    const { end } = await play({ says: [first, ...rest] });
    expect(end).toEqual({
      end: 'error',
      error: { cause: 'simulator', message: `The simulated user failed: ${problem}.` },
      simulation: { end: 'failed', problems: [problem] },
    });
  });

  it('include a failed call, with its details', async () => {
    const { end, replies } = await play({ says: ['Hi, where is it?', failWith('rate-limited', { status: 429 })] });
    const message = 'The simulated user "customer" failed: It failed: rate-limited.';
    expect(end).toMatchObject({ end: 'error', error: { cause: 'simulator', status: 429, message } });
    expect(replies).toHaveLength(2);
  });

  it('do not include failures of the target', async () => {
    const { end } = await play({ says: ['Hi, where is it?'], target: sayInTurn(failWith('timeout')) });
    expect(end).toMatchObject({ end: 'error', error: { cause: 'timeout' } });
  });
});

it('counts against the maximum number of replies', async () => {
  const { end } = await play({ says: ['one', 'two', 'three'], limits: { turns: 2 } });
  expect(end).toMatchObject({ end: 'error', error: { cause: 'limit' } });
});

it('cannot continue after unanswered tool calls', async () => {
  const target = sayInTurn(toReply('', { toolCalls: [{ name: 'refund' }] }));
  expect((await play({ says: ['Refund me.'], target })).end).toMatchObject({
    error: { cause: 'unanswered-tool-call' },
  });
});

describe('a message of the simulated user', () => {
  it.each([
    ['I want my money back.', undefined],
    ['My assistant: she told me to call.', undefined],
    ['  ', 'it said nothing'],
    ['Assistant: I can refund you.', 'broke character: it wrote an assistant line'],
    ['[Agent]: Here you are', 'broke character: it wrote an assistant line'],
    ['User: Hi\nAssistant: Hello', 'broke character: it wrote both sides'],
    ['As an AI language model I cannot want that.', 'broke character: it spoke as a model'],
    ['Sure! How can I help you today?', 'broke character: it offered help'],
  ])('%j has the problem %j', (line, problem) => {
    expect(findLineProblem(line, [])).toBe(problem);
  });

  it('may be repeated once but not twice, regardless of punctuation and case', () => {
    expect(findLineProblem('Where is it?', ['where is it'])).toBeUndefined();
    expect(findLineProblem('Where is it?', ['where is it', 'Well?', 'WHERE IS IT!'])).toBe(
      'loop: it said the same line three times',
    );
  });
});

describe('a farewell', () => {
  it.each([
    ['Thanks!', true],
    ['Ok, thank you so much for your help. Bye!', true],
    ['Great, that is all. Have a nice day!', true],
    ['You too, goodbye.', true],
    ['Thanks, but where is my invoice?', false],
    ['Goodbye letters are what I want to order', false],
  ])('%j: %s', (line, expected) => {
    expect(isFarewell(line)).toBe(expected);
  });
});

const simulation = { persona: ' A hurried customer. ', goal: 'A refund.', target: 'customer' };

it('instructs the simulated user and lets it speak first', () => {
  const [instructions, opening, ...rest] = toSimulatorHistory(simulation, []);
  expect(instructions?.message.role).toBe('system');
  expect(instructions?.message.content).toContain('Who you are: A hurried customer.\nWhat you want: A refund.');
  expect(opening?.message).toEqual({ role: 'user', content: '(The conversation begins. You speak first.)' });
  expect(rest).toEqual([]);
});

it('swaps the sides, and leaves out system text, tools and empty messages', () => {
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

describe('stop rule', () => {
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
});
