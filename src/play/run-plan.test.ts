import { describe, expect, it } from 'vitest';
import { makeCase } from '../../test/support/grading.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { estimateCalls, Planner } from './run-plan.ts';

const priced: TargetSpec = { id: 'priced', provider: 'builtin', model: 'echo', price: { input_usd: 2, output_usd: 8 } };
const unpriced: TargetSpec = { id: 'unpriced', provider: 'builtin', model: 'echo' };
const short: TargetSpec = {
  ...{ id: 'short', provider: 'openai', model: 'm', price: { output_usd: 10 } },
  settings: { max_output_tokens: 10 },
};
const specs = new Map([priced, unpriced, short].map((spec) => [spec.id, spec]));
const rest = { specs, lengthOf: () => 0 };
/** 438 characters and 12 for the role: 100 to 180 tokens. */
const evalCase = makeCase({ input_messages: [{ role: 'user', content: 'x'.repeat(438) }] });
const column = (target: string) => ({ target, send: 'question', play: 'reply' }) as const;

function makePlanner(repeat: number): Planner {
  return new Planner({ repeat, priceOf: ({ price }) => price });
}

it('adds up cases, conversations, calls, tokens and cost, times the repeats', () => {
  const planner = makePlanner(3);
  planner.add(evalCase, [column('priced')], rest);
  planner.add(evalCase, [column('priced')], rest);
  expect(planner.toPlan()).toEqual({
    cases: 2,
    clusters: 2,
    targets: ['priced'],
    sends: new Map([['priced', ['question']]]),
    conversations: 6,
    calls: { low: 6, high: 6 },
    inputTokens: { low: 600, high: 1080 },
    // A reply has 20 to 1000 tokens.
    outputTokens: { low: 120, high: 6000 },
    // 600 · 2 / 1e6 + 120 · 8 / 1e6 = 0.00216; 1080 · 2 / 1e6 + 6000 · 8 / 1e6 = 0.05016.
    costUsd: { low: expect.closeTo(0.00216, 10), high: expect.closeTo(0.05016, 10) },
    unpriced: [],
    conversationsPerCase: 3,
  });
});

it('lists targets without a known price, and leaves out their cost', () => {
  const planner = makePlanner(1);
  planner.add(evalCase, [column('unpriced'), column('priced')], rest);
  const { costUsd, unpriced: names } = planner.toPlan();
  expect(names).toEqual(['unpriced']);
  // 100 · 2 / 1e6 + 20 · 8 / 1e6.
  expect(costUsd.low).toBeCloseTo(0.00036, 10);
});

it("limits replies to the target's maximum tokens", () => {
  const planner = makePlanner(1);
  planner.add(evalCase, [column('short')], rest);
  expect(planner.toPlan()).toMatchObject({ outputTokens: { low: 10, high: 10 }, costUsd: { low: 1e-4, high: 1e-4 } });
});

it('has the number of conversations per case only if it is the same for all', () => {
  const planner = makePlanner(1);
  planner.add(evalCase, [column('priced')], rest);
  planner.add(evalCase, [column('priced'), column('unpriced')], rest);
  expect(planner.toPlan()).not.toHaveProperty('conversationsPerCase');
});

it('counts the calls of judges, each with the price of its own target', () => {
  const planner = makePlanner(2);
  // One judge is asked, once per play.
  const calls = { low: 1, high: 1 };
  const judging = () => [{ spec: unpriced, calls, input: { low: 10, high: 20 } }];
  planner.add(evalCase, [column('priced')], { ...rest, judging });
  expect(planner.toPlan()).toMatchObject({ targets: ['priced'], calls: { low: 4, high: 4 }, unpriced: ['unpriced'] });
  expect(planner.toPlan().judging).toMatchObject({ calls, unpriced: ['unpriced'] });
});

it("counts the simulated user's calls with its own price", () => {
  const simulate = { persona: 'p', goal: 'g', target: 'unpriced', max_turns: 1 };
  const planner = makePlanner(1);
  planner.add(makeCase({ simulate }), [{ target: 'priced', send: 'question', play: 'simulate' }], rest);
  expect(planner.toPlan()).toMatchObject({ calls: { low: 2, high: 3 }, unpriced: ['unpriced'] });
});

it('counts cases of one conversation as one cluster', () => {
  const planner = makePlanner(2);
  for (const id of ['x', 'x', 'y']) planner.add({ ...evalCase, conversation_id: id }, [column('priced')], rest);
  planner.add(evalCase, [column('priced')], rest);
  expect(planner.toPlan()).toMatchObject({ cases: 4, clusters: 3 });
});

const noFiles = () => 0;
/** A text of this length. */
const text = (length: number) => 'x'.repeat(length);

describe('the estimate for one conversation', () => {
  it('for a reply is the length of its messages', () => {
    const evalCase = makeCase({ input_messages: [{ role: 'user', content: text(438) }] });
    // 438 + 12 for the role = 450 characters: 450 / 4.5 = 100 tokens minimum, 450 / 2.5 = 180 maximum.
    expect(estimateCalls(evalCase, 'reply', noFiles)).toEqual([
      { by: 'target', calls: { low: 1, high: 1 }, input: { low: 100, high: 180 } },
    ]);
  });

  it('counts parts, attached files, objects and tool calls', () => {
    const call = { name: 'f', arguments: { a: 1 } };
    const content = [
      text(10),
      { type: 'text' as const, value: text(5) },
      { type: 'file' as const, value: 'a.md' },
      { k: 1 },
    ];
    const evalCase = makeCase({ input_messages: [{ role: 'user', content, tool_calls: [call] }] });
    // 12 + 10 + 5 + 1000 (the file) + 7 ({"k":1}) + 32 ({"name":"f","arguments":{"a":1}}) = 1066: / 4.5 = 237, / 2.5 = 426.
    const [estimate] = estimateCalls(evalCase, 'reply', (path) => (path === 'a.md' ? 1000 : 0));
    expect(estimate?.input).toEqual({ low: 237, high: 426 });
  });

  it('for every-turn play counts the reference before each turn', () => {
    const message = (role: string) => ({ role, content: text(78) });
    const input = [message('user'), message('assistant'), message('user'), message('assistant')];
    // 78 + 12 = 90 a message; before the first turn 90, before the second 270:
    // 90 / 4.5 + 270 / 4.5 = 20 + 60 = 80; 90 / 2.5 + 270 / 2.5 = 36 + 108 = 144.
    expect(estimateCalls(makeCase({ input_messages: input }), 'every-turn', noFiles)).toEqual([
      { by: 'target', calls: { low: 2, high: 2 }, input: { low: 80, high: 144 } },
    ]);
  });

  it('for a script adds unknown replies of 80 to 2000 characters', () => {
    const turns = [{ user: text(100) }, { user: text(100) }];
    // Low: 100 / 4.5 = 22, (200 + 80) / 4.5 = 62. High: 100 / 2.5 = 40, (200 + 2000) / 2.5 = 880.
    expect(estimateCalls(makeCase({ turns }), 'script', noFiles)).toEqual([
      { by: 'target', calls: { low: 2, high: 2 }, input: { low: 84, high: 920 } },
    ]);
  });

  it('for a script that may stop has a minimum up to that line', () => {
    const turns = [{ user: text(100), on_fail: 'stop' as const }, { user: text(100) }];
    expect(estimateCalls(makeCase({ turns }), 'script', noFiles)).toEqual([
      { by: 'target', calls: { low: 1, high: 2 }, input: { low: 22, high: 920 } },
    ]);
  });

  it('for a simulation ranges from one turn to the maximum, plus one message of the user', () => {
    const simulate = { persona: 'p', goal: 'g', target: 'customer', max_turns: 2 };
    const input = [{ role: 'user', content: text(78) }];
    // Low: 90 / 4.5 = 20. High: (90 + 2000) / 2.5 + (90 + 3 · 2000) / 2.5 = 836 + 2436 = 3272.
    expect(estimateCalls(makeCase({ simulate, input_messages: input }), 'simulate', noFiles)).toEqual([
      { by: 'target', calls: { low: 1, high: 2 }, input: { low: 20, high: 3272 } },
      { by: 'simulator', calls: { low: 1, high: 3 }, input: { low: 20, high: 3272 } },
    ]);
  });
});
