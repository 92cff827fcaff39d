import { describe, expect, it } from 'vitest';
import type { CallRecord, Usage } from '../conversation/run/run-record.ts';
import type { TargetSpec } from '../conversation/target-spec.ts';
import type { Target, TargetRequest } from './port.ts';
import { findPrice, type Price, pricing, toCostUsd } from './prices.ts';

const openai = (model: string): TargetSpec => ({ id: 't', provider: 'openai', model });

describe('findPrice', () => {
  it.each<[string, TargetSpec, number | undefined]>([
    ['a model by its name', openai('gpt-4o'), 2.5],
    ['a model by its date', openai('gpt-4o-2024-08-06'), 2.5],
    ["Anthropic's way to write dates", { id: 't', provider: 'anthropic', model: 'claude-3-haiku-20240307' }, 0.25],
    ['a small model apart from the large one', openai('gpt-4o-mini-2024-07-18'), 0.15],
    ['no model that only begins alike', openai('gpt-4o-audio-preview'), undefined],
    ['no model behind another address', { ...openai('gpt-4o'), base_url: 'http://h/v1' } as TargetSpec, undefined],
    ['no model at Azure', { id: 't', provider: 'azure', model: 'gpt-4o', resource: 'ours' }, undefined],
    ['nothing inherited', openai('toString'), undefined],
    ['a builtin, which is free', { id: 't', provider: 'builtin', model: 'echo' }, 0],
    ['a recording, which is free', { id: 't', provider: 'replay', cassette: 'a.jsonl' }, 0],
  ])('knows %s', (_what, spec, input) => {
    expect(findPrice(spec)?.input_usd).toBe(input);
  });

  it('takes the price of the target first', () => {
    const price = { input_usd: 1, output_usd: 1 };
    expect(findPrice({ id: 't', provider: 'openai', model: 'gpt-4o', price })).toBe(price);
    expect(findPrice({ id: 't', provider: 'openai-compatible', model: 'x', base_url: 'http://h/v1', price })).toBe(
      price,
    );
  });
});

const price: Price = { input_usd: 2, output_usd: 8, cached_input_usd: 0.5 };

describe('toCostUsd', () => {
  it.each<[string, Usage | undefined, Price | undefined, number | null]>([
    // 1,000,000 × 2 + 500,000 × 8, per million
    ['input and output', { inputTokens: 1_000_000, outputTokens: 500_000 }, price, 6],
    // (1,000,000 − 400,000) × 2 + 400,000 × 0.5 = 1.2 + 0.2
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
