import { expect, it } from 'vitest';
import { makeCase } from '../../test/support/grading.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { Planner } from './run-plan.ts';

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

it('adds up cases, conversations, calls, tokens and money, times the repeats', () => {
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

it('names targets whose price is not known, and leaves their cost out', () => {
  const planner = makePlanner(1);
  planner.add(evalCase, [column('unpriced'), column('priced')], rest);
  const { costUsd, unpriced: names } = planner.toPlan();
  expect(names).toEqual(['unpriced']);
  // 100 · 2 / 1e6 + 20 · 8 / 1e6.
  expect(costUsd.low).toBeCloseTo(0.00036, 10);
});

it('holds replies to the most tokens a target may write', () => {
  const planner = makePlanner(1);
  planner.add(evalCase, [column('short')], rest);
  expect(planner.toPlan()).toMatchObject({ outputTokens: { low: 10, high: 10 }, costUsd: { low: 1e-4, high: 1e-4 } });
});

it('tells how many conversations a case is only when all are as many', () => {
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
