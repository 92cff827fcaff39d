import { expect, it } from 'vitest';
import type { CallRecord } from '../conversation/run/run-record.ts';
import { JudgingTally } from './judging-cost.ts';

const free: CallRecord = { latencyMs: 1, costUsd: 0 };
const cached: CallRecord = { latencyMs: 0, costUsd: 0, cached: true };
const paid: CallRecord = { latencyMs: 1, costUsd: 0.25 };
const untold: CallRecord = { latencyMs: 1, costUsd: null };

it.each<readonly [string, readonly (CallRecord | undefined)[], number, number | null, number]>([
  ['nothing was asked', [], 0, 0, 0],
  ['nobody answered', [undefined], 0, 0, 0],
  ['all came from the cache', [cached, cached], 2, 0, 0],
  ['a call was paid', [paid, cached, free], 1, 0.25, 0],
  ['no price is known', [untold, cached], 1, null, 1],
  ['one price is not known', [untold, paid], 0, 0.25, 1],
])('tells what judges cost when %s', (_, calls, fromCache, total, unknownCalls) => {
  const tally = new JudgingTally();
  for (const call of calls) tally.add(call === undefined ? {} : { judgment: toJudgment(call) });
  // Attempts, and what they cost, are the budget's.
  const spentUsd = calls.reduce((sum, call) => sum + (call?.costUsd ?? 0), 0);
  expect(tally.toCost({ calls: 7, spentUsd })).toEqual({
    calls: 7,
    answers: calls.filter((call) => call !== undefined).length,
    cached: fromCache,
    rateLimited: 0,
    costUsd: { total, unknownCalls },
  });
});

function toJudgment(call: CallRecord) {
  return { grader: 'tone', turnIndex: null, request: [], call };
}
