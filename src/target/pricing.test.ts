import { describe, expect, it } from 'vitest';
import type { CallRecord, Usage } from '../conversation/run/run-record.ts';
import type { Target, TargetRequest } from './port.ts';
import type { Price } from './prices.ts';
import { pricing, toCostUsd } from './pricing.ts';

const price: Price = { input_usd: 2, output_usd: 8, cached_input_usd: 0.5 };

describe('toCostUsd', () => {
  it.each<[string, Usage | undefined, Price | undefined, number | null]>([
    // 1 000 000 × 2 + 500 000 × 8, a million each
    ['input and output', { inputTokens: 1_000_000, outputTokens: 500_000 }, price, 6],
    // (1 000 000 − 400 000) × 2 + 400 000 × 0.5 = 1.2 + 0.2
    ['cached input', { inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 400_000 }, price, 1.4],
    [
      'cached input without a price of its own',
      { inputTokens: 1_000_000, outputTokens: 0, cachedInputTokens: 400_000 },
      { input_usd: 2, output_usd: 8 },
      2,
    ],
    ['a price of nothing', { inputTokens: 5, outputTokens: 5 }, { input_usd: 0, output_usd: 0 }, 0],
    ['a price of nothing without usage', undefined, { input_usd: 0, output_usd: 0 }, 0],
    ['no price', { inputTokens: 5, outputTokens: 5 }, undefined, null],
    ['half a price', { inputTokens: 5, outputTokens: 5 }, { input_usd: 2 }, null],
    ['no usage', undefined, price, null],
    ['half of the usage', { inputTokens: 5 }, price, null],
  ])('counts %s', (_what, usage, given, cost) => {
    expect(toCostUsd(usage, given)).toBe(cost);
  });
});

describe('pricing', () => {
  const toTarget = (call: Partial<CallRecord>): Target => ({
    id: 'bot',
    ask: async () => ({ text: 'Hello.', call: { latencyMs: 1, costUsd: null, ...call } }),
  });
  const request: TargetRequest = {
    ...{ send: 'question', question: 'Q', guidelines: '', messages: [], files: [] },
    ...{ replyIndex: 0, repeat: 0, caseId: 'c' },
  };
  const findCost = async (call: Partial<CallRecord>, given?: Price) =>
    (await pricing(toTarget(call), given).ask(request, { signal: new AbortController().signal })).call.costUsd;

  it('says what a call costs', async () => {
    expect(await findCost({ usage: { inputTokens: 1_000_000, outputTokens: 0 } }, price)).toBe(2);
  });

  it('counts a reply from the cache as free', async () => {
    expect(await findCost({ cached: true, usage: { inputTokens: 5, outputTokens: 5 } }, price)).toBe(0);
  });

  it('leaves unknown what it cannot know, and known what the adapter knows', async () => {
    expect(await findCost({})).toBeNull();
    expect(await findCost({ costUsd: 0.25 })).toBe(0.25);
  });

  it('closes the target', async () => {
    let closed = 0;
    const close = async () => {
      closed += 1;
    };
    await pricing({ ...toTarget({}), close }, price).close?.();
    expect(closed).toBe(1);
  });
});
