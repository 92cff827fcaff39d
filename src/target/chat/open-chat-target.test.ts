import { describe, expect, it } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import type { TargetRequest } from '../port.ts';
import type { ChatSpec } from './chat-spec.ts';
import { openChatTarget } from './open-chat-target.ts';

const request: TargetRequest = {
  ...{ send: 'question', question: 'Hello', guidelines: '', messages: [], files: [] },
  ...{ replyIndex: 0, repeat: 0, caseId: 'case-1' },
};
const context = { signal: new AbortController().signal };
const openai: ChatSpec = { id: 'bot', provider: 'openai', model: 'gpt-4o' };
const env = {
  ...{ OPENAI_API_KEY: 'sk-test-openai', ANTHROPIC_API_KEY: 'sk-test-anthropic' },
  ...{ GOOGLE_GENERATIVE_AI_API_KEY: 'test-google', AZURE_API_KEY: 'test-azure' },
};

interface Sent {
  readonly url: string;
  readonly body: string;
}

/** Answers every call with the same body, and keeps what was sent. */
function toFetch(answer: unknown, sent: Sent[] = [], status = 200): typeof fetch {
  return async (input, init) => {
    sent.push({ url: String(input), body: String(init?.body) });
    return new Response(JSON.stringify(answer), { status });
  };
}

const ask = async (spec: ChatSpec, fetch: typeof globalThis.fetch, more: Partial<TargetRequest> = {}) =>
  (await openChatTarget(spec, { env, clock: systemClock, fetch })).ask({ ...request, ...more }, context);

describe('openChatTarget', () => {
  const open = (spec: ChatSpec, environment: Record<string, string> = env) =>
    openChatTarget(spec, { env: environment, clock: systemClock });

  it.each<[string, ChatSpec, string]>([
    ['a key that is not set', openai, 'TARGET_NO_KEY'],
    ['a key of another name that is not set', { ...openai, api_key_env: 'OTHER' }, 'TARGET_NO_KEY'],
    ['an address that is none', { ...openai, base_url: 'localhost:8080/v1' }, 'TARGETS_BAD_VALUE'],
    ['an azure without address', { id: 'a', provider: 'azure', model: 'm', api_key_env: 'SET' }, 'TARGETS_MISSING_KEY'],
    ['a header that cannot be sent', { ...openai, base_url: 'http://h', headers: { a: 'x\ny' } }, 'TARGETS_BAD_VALUE'],
  ])('refuses %s before the first call', async (_what, spec, code) => {
    await expect(open(spec, { SET: 'key' })).rejects.toMatchObject({ code });
  });

  it('does not show a key that cannot be sent', async () => {
    await expect(open(openai, { OPENAI_API_KEY: 'sk-геheim' })).rejects.toSatisfy(
      (fault) => !JSON.stringify(fault).includes('heim'),
    );
  });

  it.each<[ChatSpec, string]>([
    [openai, 'https://api.openai.com/v1/responses'],
    [{ ...openai, api: 'chat' }, 'https://api.openai.com/v1/chat/completions'],
    [{ id: 'b', provider: 'anthropic', model: 'm' }, 'https://api.anthropic.com/v1/messages'],
    [
      { id: 'b', provider: 'google', model: 'm' },
      'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent',
    ],
    [
      { id: 'b', provider: 'azure', model: 'm', resource: 'ours' },
      'https://ours.openai.azure.com/openai/v1/responses?api-version=v1',
    ],
    [
      { id: 'b', provider: 'azure', model: 'm', resource: 'ours', api_version: '2024-10-21' },
      'https://ours.openai.azure.com/openai/deployments/m/chat/completions?api-version=2024-10-21',
    ],
    [
      {
        id: 'b',
        provider: 'azure',
        model: 'm',
        base_url: 'https://ours.openai.azure.com/',
        api_key_env: 'AZURE_API_KEY',
      },
      'https://ours.openai.azure.com/openai/v1/responses?api-version=v1',
    ],
    [
      {
        ...{ id: 'b', provider: 'azure', model: 'm', api_key_env: 'AZURE_API_KEY' },
        ...{ base_url: 'http://127.0.0.1:8080', api_version: '2024-10-21' },
      },
      'http://127.0.0.1:8080/openai/deployments/m/chat/completions?api-version=2024-10-21',
    ],
    [
      { id: 'b', provider: 'azure', model: 'm', base_url: 'ours', api_key_env: 'AZURE_API_KEY' },
      'https://ours.openai.azure.com/openai/v1/responses?api-version=v1',
    ],
    [
      { id: 'b', provider: 'azure', model: 'm', base_url: 'https://gate/azure/', api_key_env: 'AZURE_API_KEY' },
      'https://gate/azure/responses',
    ],
  ])('calls the address of %j', async (spec, url) => {
    const sent: Sent[] = [];
    await expect(ask(spec, toFetch({ error: { message: 'no' } }, sent, 400))).rejects.toThrow();
    expect(sent.map((call) => call.url)).toEqual([url]);
  });

  it('asks for JSON of a schema where the provider can enforce it', async () => {
    const replySchema = { name: 'verdict', schema: { type: 'object' } };
    const compatible: ChatSpec = { id: 'b', provider: 'openai-compatible', model: 'm', base_url: 'http://h/v1' };
    const sent: Sent[] = [];
    const fetch = toFetch({ error: { message: 'no' } }, sent, 400);
    await expect(ask(openai, fetch, { replySchema })).rejects.toThrow();
    await expect(ask(compatible, fetch, { replySchema })).rejects.toThrow();
    expect(sent.map((call) => call.body.includes('json_schema'))).toEqual([true, false]);
  });

  it('says that the reply is structured only when the schema went along', async () => {
    const replySchema = { name: 'verdict', schema: { type: 'object' } };
    const chat: ChatSpec = { ...openai, api: 'chat' };
    const compatible: ChatSpec = { id: 'b', provider: 'openai-compatible', model: 'm', base_url: 'http://h/v1' };
    const message = { role: 'assistant', content: '{"score":1}' };
    const fetch = toFetch({ id: 'c', created: 1, model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] });
    expect(await ask(chat, fetch, { replySchema })).toMatchObject({ text: '{"score":1}', isStructured: true });
    expect(await ask(chat, fetch)).not.toHaveProperty('isStructured');
    expect(await ask(compatible, fetch, { replySchema })).not.toHaveProperty('isStructured');
  });

  it('merges unknown settings into the mappings that the package wrote', async () => {
    const sent: Sent[] = [];
    const settings = { temperature: 0.5, generationConfig: { candidateCount: 1 } };
    const spec: ChatSpec = { id: 'b', provider: 'google', model: 'm', settings };
    await expect(ask(spec, toFetch({}, sent))).rejects.toMatchObject({ info: { cause: 'empty-reply' } });
    expect(JSON.parse(sent[0]?.body ?? '').generationConfig).toEqual({ temperature: 0.5, candidateCount: 1 });
  });
});

describe('replies that are none', () => {
  const google: ChatSpec = { id: 'b', provider: 'google', model: 'gemini-2.5-flash' };
  const response = { id: 'resp_1', created_at: 1, model: 'gpt-4o', usage: { input_tokens: 1, output_tokens: 1 } };
  const text = { type: 'output_text', text: 'So', annotations: [] };
  const output = [{ type: 'message', id: 'msg_1', role: 'assistant', content: [text] }];
  const filtered = { ...response, output, incomplete_details: { reason: 'content_filter' } };
  const serverError = { ...response, output: [], error: { code: 'server_error', message: 'Sorry.' } };

  it.each<[string, ChatSpec, unknown, string, boolean]>([
    ['a blocked prompt', google, { promptFeedback: { blockReason: 'SAFETY' } }, 'content-filter', false],
    ['a filtered response', openai, filtered, 'content-filter', false],
    ['a failed response', openai, serverError, 'provider-error', true],
    [
      'a limit told in the body',
      { ...openai, api: 'chat' },
      { error: { code: 429, message: 'Wait.' } },
      'rate-limited',
      true,
    ],
    ['a response without output', openai, response, 'malformed-reply', true],
    ['no choices', { ...openai, api: 'chat' }, { choices: [] }, 'malformed-reply', true],
  ])('knows %s', async (_what, spec, answer, cause, retryable) => {
    await expect(ask(spec, toFetch(answer))).rejects.toMatchObject({ info: { cause, retryable } });
  });

  const said = "I'm sorry, I cannot assist with that request.";
  const refusedMessage = { role: 'assistant', content: null, refusal: said };
  const refusedChat = {
    ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1721596428, model: 'gpt-4o-2024-08-06' },
    choices: [{ index: 0, message: refusedMessage, logprobs: null, finish_reason: 'stop' }],
  };
  const refusedPart = { type: 'refusal', refusal: said };
  const refusedOutput = [
    { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant', content: [refusedPart] },
  ];
  const compatible: ChatSpec = { id: 'b', provider: 'openai-compatible', model: 'm', base_url: 'http://h/v1' };

  it.each<[string, ChatSpec, unknown]>([
    ['of a chat', { ...openai, api: 'chat' }, refusedChat],
    ['of a chat elsewhere', compatible, refusedChat],
    ['of a response', openai, { ...response, output: refusedOutput, incomplete_details: null }],
  ])('knows the refusal %s, which the package loses, and does not ask again', async (_what, spec, answer) => {
    await expect(ask(spec, toFetch(answer))).rejects.toMatchObject({
      info: { cause: 'content-filter', message: `The model refused: "${said}"`, retryable: false },
    });
  });

  it('takes a text for the reply, whatever comes with it', async () => {
    const message = { ...refusedMessage, content: 'Hello.' };
    const answer = { ...refusedChat, choices: [{ index: 0, message, finish_reason: 'stop' }] };
    expect(await ask({ ...openai, api: 'chat' }, toFetch(answer))).toMatchObject({ text: 'Hello.' });
  });

  it("knows Google's calls of tools, which end with STOP", async () => {
    const parts = [{ functionCall: { name: 'weather', args: { city: 'Ulm' } } }];
    const reply = await ask(
      google,
      toFetch({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }),
    );
    expect(reply.call.finishReason).toBe('tool-calls');
    expect(reply.toolCalls).toMatchObject([{ function: { name: 'weather', arguments: '{"city":"Ulm"}' } }]);
  });

  it.each<[string, ChatSpec, string, string]>([
    [
      'arguments of Google',
      google,
      '{"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {"a": DEEP}}}]}}]}',
      'malformed-reply',
    ],
    [
      'input of Anthropic',
      { id: 'b', provider: 'anthropic', model: 'm' },
      '{"type": "message", "id": "m", "model": "m", "role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {"a": DEEP}}], "stop_reason": "tool_use", "usage": {"input_tokens": 1, "output_tokens": 1}}',
      'malformed-reply',
    ],
    ['an error', { ...openai, api: 'chat' }, '{"error": {"message": "no", "details": DEEP}}', 'bad-request'],
    ['something else', { ...openai, api: 'chat' }, '{"choices": DEEP}', 'malformed-reply'],
  ])('takes %s that is nested too deep for an error of that call', async (_what, spec, answer, cause) => {
    const body = answer.replace('DEEP', '['.repeat(50_000) + ']'.repeat(50_000));
    await expect(ask(spec, async () => new Response(body))).rejects.toMatchObject({ info: { cause } });
  });

  it('refuses what the package cannot send as a bad request', async () => {
    const messages = [{ role: 'user', content: [{ type: 'image' as const, value: 'https://example.org/image' }] }];
    await expect(ask(google, toFetch({}), { send: 'messages', messages })).rejects.toMatchObject({
      info: { cause: 'bad-request', retryable: false },
    });
  });
});
