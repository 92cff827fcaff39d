import { expect, it } from 'vitest';
import type { JudgingCost } from '../../jobs/calibrate/execute.ts';
import type { CalibrateJob } from '../../jobs/calibrate/job.ts';
import { renderCalibratePlan, renderJudgingCost, toCostUsd } from './render-judging.ts';

const judge = { deck: 'a.deck.md', deckHash: 'd', target: { id: 'gpt', provider: 'openai', settingsHash: 's' } };
const job: Pick<CalibrateJob, 'spec' | 'plan'> = {
  spec: { judges: [judge], split: 'tune', sources: ['deck'], repeat: 2, variants: ['plain'], hash: 'h' },
  plan: {
    conversations: 40,
    judgeCalls: 80,
    tokens: { low: 4000, high: 9000 },
    costUsd: { low: 0.1, high: 0.3 },
    unpriced: [],
  },
};

it('says who is asked how often, and what that may cost', () => {
  expect(renderCalibratePlan(job)).toBe(
    'Plan: 40 samples (tune), judged by gpt · 80 calls · up to 9k tokens, up to $0.30',
  );
});

it('counts decks where there are several', () => {
  const judges = [judge, { ...judge, deck: 'b.deck.md' }];
  expect(renderCalibratePlan({ ...job, spec: { ...job.spec, judges } })).toMatch(/^Plan: 40 samples of 2 decks /);
});

it('says how much of a stopped one is there', () => {
  expect(renderCalibratePlan({ ...job, resumed: { id: 'x1', done: 1 } })).toBe(
    'Resuming calibration x1: 1 of 80 answers is done.',
  );
});

it.each<readonly [Omit<JudgingCost, 'answers'>, string, number | null]>([
  [{ calls: 0, cached: 0, rateLimited: 0, costUsd: { total: 0, unknownCalls: 0 } }, '', 0],
  [{ calls: 1, cached: 0, rateLimited: 0, costUsd: { total: 0, unknownCalls: 0 } }, '1 call, $0.00.\n', 0],
  [
    { calls: 12, cached: 48, rateLimited: 0, costUsd: { total: 0.25, unknownCalls: 0 } },
    '12 calls, 48 answers from the cache, $0.25.\n',
    0.25,
  ],
  [
    { calls: 0, cached: 1, rateLimited: 0, costUsd: { total: 0, unknownCalls: 0 } },
    '0 calls, 1 answer from the cache, $0.00.\n',
    0,
  ],
  [
    { calls: 9, cached: 0, rateLimited: 7, costUsd: { total: 1, unknownCalls: 0 } },
    '9 calls, 7 refused by a rate limit (429), $1.00.\n',
    1,
  ],
  [
    { calls: 2, cached: 0, rateLimited: 0, costUsd: { total: null, unknownCalls: 2 } },
    '2 calls, cost unknown.\n',
    null,
  ],
  [{ calls: 2, cached: 0, rateLimited: 0, costUsd: { total: 0.25, unknownCalls: 1 } }, '2 calls, ≥ $0.25.\n', null],
])('says what %j is', (cost, text, usd) => {
  expect(renderJudgingCost(cost)).toBe(text);
  expect(toCostUsd(cost)).toBe(usd);
});
