import { describe, expect, it } from 'vitest';
import { makeSubject, makeWhole } from '../../../test/support/graded-subject.ts';
import { makeReply } from '../../../test/support/grading.ts';
import { checkCost, checkLatency } from './call-checks.ts';

const withCall = (latencyMs: number, costUsd: number | null, cached?: true) =>
  makeSubject('x', { reply: { call: { latencyMs, costUsd, ...(cached === true ? { cached } : {}) } } });

describe('latency', () => {
  it.each([
    [100, 100, 1],
    [100.04, 100, 0],
    [0, 1, 1],
  ])('of %d ms for at most %d scores %d', (latencyMs, max_ms, score) => {
    expect(checkLatency(withCall(latencyMs, null), { max_ms })).toMatchObject({ score, evidence: { latencyMs } });
  });

  it('reports the latency', () => {
    expect(checkLatency(withCall(1234.5, null), { max_ms: 1000 })).toMatchObject({
      reason: 'The reply took 1234.5 ms, over 1000 ms.',
    });
  });

  it.each([
    [1500, 2000, 1, 'The reply took 1500 ms (recorded: from the cache).'],
    [2500, 2000, 0, 'The reply took 2500 ms, over 2000 ms (recorded: from the cache).'],
  ])('of a cached reply is the recorded one: %d ms for at most %d scores %d', (latencyMs, max_ms, score, reason) => {
    const call = { latencyMs: 0.1, costUsd: 0, cached: true as const, recorded: { latencyMs, costUsd: 1 } };
    const cached = makeSubject('x', { reply: { call } });
    expect(checkLatency(cached, { max_ms })).toEqual({ score, reason, evidence: { latencyMs } });
  });

  it('is ungraded if the call is unknown, as in runs of older versions with cached replies', () => {
    expect(checkLatency(withCall(1, 0, true), { max_ms: 5 })).toMatchObject({ cause: 'not-applicable' });
    expect(checkLatency(makeSubject('x'), { max_ms: 5 })).toMatchObject({ cause: 'not-applicable' });
  });

  it('adds up the replies of a conversation', () => {
    const call = { latencyMs: 60, costUsd: 0.5 };
    const whole = makeWhole({}, makeReply('a', 0, { call }), makeReply('b', 1, { call }));
    expect(checkLatency(whole, { max_ms: 119 })).toMatchObject({ score: 0, evidence: { latencyMs: 120 } });
    expect(checkCost(whole, { max_usd: 1 })).toMatchObject({ score: 1, evidence: { costUsd: 1 } });
    expect(checkLatency(makeWhole({}), { max_ms: 5 })).toMatchObject({ cause: 'not-applicable' });
  });
});

describe('cost', () => {
  it.each([
    [0.01, 0.01, 1],
    [0.011, 0.01, 0],
    [0, 0, 1],
  ])('of $%d for at most $%d scores %d', (costUsd, max_usd, score) => {
    expect(checkCost(withCall(1, costUsd), { max_usd })).toMatchObject({ score, evidence: { costUsd } });
  });

  it('shows the first significant digits', () => {
    expect(checkCost(withCall(1, 0.00001234), { max_usd: 0.00001 })).toMatchObject({
      reason: 'The reply cost $0.00001234, over $0.00001.',
    });
  });

  it('of a cached reply is the recorded one', () => {
    const toCached = (costUsd: number | null) => {
      const call = { latencyMs: 0.1, costUsd: 0, cached: true as const, recorded: { latencyMs: 5, costUsd } };
      return makeSubject('x', { reply: { call } });
    };
    expect(checkCost(toCached(0.02), { max_usd: 0.02 })).toMatchObject({ score: 1, evidence: { costUsd: 0.02 } });
    expect(checkCost(toCached(0.03), { max_usd: 0.02 })).toMatchObject({ score: 0 });
    expect(checkCost(toCached(null), { max_usd: 0.02 })).toMatchObject({ cause: 'not-applicable' });
  });

  it('never counts an unknown cost as 0', () => {
    expect(checkCost(withCall(1, null), { max_usd: 5 })).toMatchObject({ cause: 'not-applicable' });
    expect(checkCost(withCall(1, 0, true), { max_usd: 5 })).toMatchObject({ cause: 'not-applicable' });
    expect(checkCost(makeSubject('x'), { max_usd: 5 })).toMatchObject({ cause: 'not-applicable' });
    const [known, unknown] = [
      { latencyMs: 1, costUsd: 1 },
      { latencyMs: 1, costUsd: null },
    ];
    const whole = makeWhole({}, makeReply('a', 0, { call: known }), makeReply('b', 1, { call: unknown }));
    expect(checkCost(whole, { max_usd: 5 })).toMatchObject({ cause: 'not-applicable' });
  });
});
