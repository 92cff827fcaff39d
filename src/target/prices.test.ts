import { describe, expect, it } from 'vitest';
import type { TargetSpec } from '../conversation/target-spec.ts';
import { findPrice } from './prices.ts';

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
