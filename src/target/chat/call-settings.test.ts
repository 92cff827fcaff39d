import { describe, expect, it } from 'vitest';
import { toCallSettings } from './call-settings.ts';
import type { ChatSpec } from './chat-spec.ts';

type Settings = NonNullable<ChatSpec['settings']>;
const openai = (settings: Settings): ChatSpec => ({ id: 't', provider: 'openai', model: 'm', settings });

describe('toCallSettings', () => {
  it('turns settings that many providers have into call options', () => {
    const settings = { temperature: 0, top_p: 0.9, top_k: 5, seed: 7, max_output_tokens: 100, stop: 'END' };
    expect(toCallSettings(openai({ ...settings, presence_penalty: 0.1, frequency_penalty: 0.2 }))).toEqual({
      options: {
        ...{ temperature: 0, topP: 0.9, topK: 5, seed: 7, maxOutputTokens: 100, stopSequences: ['END'] },
        ...{ presencePenalty: 0.1, frequencyPenalty: 0.2 },
      },
      extra: {},
    });
  });

  it('asks for effort without asking for a summary of the reasoning', () => {
    expect(toCallSettings(openai({ reasoning_effort: 'low' })).options).toEqual({
      reasoning: 'low',
      providerOptions: { openai: { reasoningSummary: null } },
    });
  });

  it.each([
    ['a key it does not know', { logit_bias: { 1: 2 } }],
    ['an effort it does not know', { reasoning_effort: 'immense' }],
    ['a value of another kind', { top_k: 'many' }],
    ['stop words that are no texts', { stop: [1] }],
  ])('leaves %s for the body', (_what, settings) => {
    expect(toCallSettings(openai(settings))).toEqual({ options: {}, extra: settings });
  });

  it('leaves top_k for the body of servers that only speak like OpenAI', () => {
    const spec: ChatSpec = { id: 't', provider: 'openai-compatible', model: 'm', base_url: 'http://h/v1' };
    expect(toCallSettings({ ...spec, settings: { top_k: 5 } })).toEqual({ options: {}, extra: { top_k: 5 } });
  });
});
