import type { LanguageModelV4Content, LanguageModelV4GenerateResult, LanguageModelV4Usage } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { replyLimitCharacters } from '../port.ts';
import { findUsage, getReply } from './get-reply.ts';

const noUsage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function toResult(
  content: LanguageModelV4Content[],
  more: Partial<LanguageModelV4GenerateResult> = {},
): LanguageModelV4GenerateResult {
  return { content, finishReason: { unified: 'stop', raw: 'stop' }, usage: noUsage, warnings: [], ...more };
}

function catchInfo(result: LanguageModelV4GenerateResult): unknown {
  try {
    return getReply(result, 1);
  } catch (error) {
    return error instanceof Error && 'info' in error ? error.info : error;
  }
}

describe('getReply', () => {
  it('joins texts, and leaves reasoning out', () => {
    const content: LanguageModelV4Content[] = [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'text', text: 'Good ' },
      { type: 'text', text: 'day.' },
    ];
    expect(getReply(toResult(content), 12)).toEqual({
      text: 'Good day.',
      call: { latencyMs: 12, costUsd: null, finishReason: 'stop' },
    });
  });

  it('leaves out calls that the provider answered itself', () => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'search', input: '{}' } as const;
    const { toolCalls } = getReply(
      toResult([
        { ...call, providerExecuted: true },
        { ...call, toolCallId: 'b' },
      ]),
      1,
    );
    expect(toolCalls).toEqual([{ id: 'b', type: 'function', function: { name: 'search', arguments: '{}' } }]);
  });

  it('refuses arguments that are nested too deep', () => {
    const input = `{"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'search', input } as const;
    expect(catchInfo(toResult([call]))).toMatchObject({ cause: 'malformed-reply', retryable: false });
  });

  it('takes the request id from the headers, else the id of the reply', () => {
    const content: LanguageModelV4Content[] = [{ type: 'text', text: 'x' }];
    const response = { id: 'resp_1', modelId: 'gpt-4o-2024-08-06' };
    expect(getReply(toResult(content, { response }), 1).call).toMatchObject({
      requestId: 'resp_1',
      model: 'gpt-4o-2024-08-06',
    });
    const headers = { 'request-id': 'req_1' };
    expect(getReply(toResult(content, { response: { ...response, headers } }), 1).call.requestId).toBe('req_1');
  });

  it('notes the warnings of the package', () => {
    const warnings = [
      { type: 'unsupported', feature: 'seed' } as const,
      { type: 'other', message: 'Careful.' } as const,
    ];
    expect(getReply(toResult([{ type: 'text', text: 'x' }], { warnings }), 1).call.notes).toEqual([
      'seed is not supported and was ignored.',
      'Careful.',
    ]);
  });

  it.each([
    ['blank text', toResult([{ type: 'text', text: ' \n' }]), 'empty-reply', false],
    ['no content', toResult([], { finishReason: { unified: 'length', raw: 'length' } }), 'empty-reply', false],
    [
      'a call that broke',
      toResult([], { finishReason: { unified: 'error', raw: 'MALFORMED' } }),
      'malformed-reply',
      true,
    ],
    [
      'text that the filter ended',
      toResult([{ type: 'text', text: 'So' }], { finishReason: { unified: 'content-filter', raw: 'SAFETY' } }),
      'content-filter',
      false,
    ],
    [
      'too much text',
      toResult([{ type: 'text', text: 'x'.repeat(replyLimitCharacters + 1) }]),
      'reply-too-long',
      false,
    ],
  ])('refuses %s', (_what, result, cause, retryable) => {
    expect(catchInfo(result)).toMatchObject({ cause, retryable });
  });
});

describe('findUsage', () => {
  it('is absent when nothing was reported', () => {
    expect(findUsage(noUsage)).toBeUndefined();
  });

  it('leaves out zeros, which mean that a number was not reported', () => {
    const usage = {
      inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: undefined },
      outputTokens: { total: 5, text: 2, reasoning: 3 },
    };
    expect(findUsage(usage)).toEqual({ inputTokens: 10, outputTokens: 5, reasoningTokens: 3 });
  });
});
