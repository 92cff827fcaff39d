import { expect, it } from 'vitest';
import type { JudgingCost } from '../../jobs/calibrate/execute.ts';
import { renderJudgingCost, toCostUsd } from './render-judging-cost.ts';

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
