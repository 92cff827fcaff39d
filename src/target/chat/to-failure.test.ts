import { describe, expect, it } from 'vitest';
import { toErrorBody } from '../error-body.ts';
import { toFailure } from './to-failure.ts';

describe('toFailure', () => {
  const azureFilter = { code: 'content_filter', innererror: { code: 'ResponsibleAIPolicyViolation' }, message: 'No.' };
  const googleKey = { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] };

  it.each<[string, number, unknown, string, boolean]>([
    ['too many calls', 429, { error: { message: 'Slow down.' } }, 'rate-limited', true],
    ['an account without money', 429, { error: { code: 'insufficient_quota' } }, 'rate-limited', false],
    ['a server error', 503, '<html>', 'provider-error', true],
    ['an overloaded Anthropic', 529, { type: 'error', error: { type: 'overloaded_error' } }, 'provider-error', true],
    ['a request that timed out there', 408, '', 'provider-error', true],
    ['a wrong key', 401, { error: { message: 'No such key.' } }, 'unauthorized', false],
    ['a forbidden model', 403, '', 'unauthorized', false],
    ["Google's wrong key", 400, { error: googleKey }, 'unauthorized', false],
    ["Azure's content filter", 400, { error: azureFilter }, 'content-filter', false],
    ['OpenAI, too long', 400, { error: { code: 'context_length_exceeded' } }, 'context-too-long', false],
    ['Anthropic, too long', 400, { error: { message: 'prompt is too long: 2 > 1' } }, 'context-too-long', false],
    ['llama.cpp, too long', 400, { error: { type: 'exceed_context_size_error' } }, 'context-too-long', false],
    ['vLLM, too long', 400, { message: "the model's maximum context length is 8" }, 'context-too-long', false],
    ['a body over the size', 413, { error: { type: 'request_too_large' } }, 'bad-request', false],
    ['a model that is not there', 404, { error: 'model "x" not found' }, 'bad-request', false],
    ['an unknown parameter', 422, { error: { message: 'Unknown parameter.' } }, 'bad-request', false],
    ['a redirect', 307, '', 'bad-request', false],
  ])('knows %s', (_what, status, body, cause, retryable) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(toFailure(status, toErrorBody(text))).toMatchObject({ cause, retryable });
  });

  it('repeats what the provider said', () => {
    const body = toErrorBody('{"error":"model \\"x\\" not found"}');
    expect(toFailure(404, body).message).toBe('The provider rejected the request (404): model "x" not found');
  });
});
