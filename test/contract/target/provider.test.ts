import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import type { ChatMessage } from '../../../src/format/chat.ts';
import type { ChatSpec } from '../../../src/target/chat/chat-spec.ts';
import { openChatTarget } from '../../../src/target/chat/open-chat-target.ts';
import { TargetError, type TargetReply, type TargetRequest } from '../../../src/target/port.ts';
import { answerBadly } from '../../support/rogue-answers.ts';
import { providersUnderTest } from './chat-providers.ts';

const mock = new LLMock({ port: 0 });
/** Answers what the mock cannot: see `answerBadly`. */
let rogue: Server;

const usage = {
  ...{ prompt_tokens: 11, completion_tokens: 4 },
  ...{ input_tokens: 11, output_tokens: 4 },
  ...{ promptTokenCount: 11, candidatesTokenCount: 4 },
};
const calls = [
  { id: 'call_weather', name: 'weather', arguments: '{"city":"Ulm"}' },
  { id: 'call_time', name: 'time', arguments: '{}' },
];

beforeAll(async () => {
  mock.onMessage('greet', { content: 'Good day.', usage });
  mock.onMessage('use tools', { toolCalls: calls });
  mock.onMessage('rate', { error: { message: 'Slow down.', type: 'rate_limit_error' }, status: 429, retryAfter: 7 });
  mock.onMessage('fail', { error: { message: 'The server had an error.', type: 'server_error' }, status: 500 });
  mock.onMessage('wrong key', { error: { message: 'Incorrect API key provided.' }, status: 401 });
  mock.onMessage('malformed', { content: 'x' }, { chaos: { malformedRate: 1 } });
  mock.onMessage('disconnect', { content: 'x' }, { chaos: { disconnectRate: 1 } });
  mock.onMessage('slow', { content: 'x' }, { chaos: { latencyMs: 30_000 } });
  mock.onMessage('empty', { content: '' });
  mock.onMessage('huge', { content: 'x'.repeat(10_000_000) });
  for (const { name, tooLong, filterReason } of providersUnderTest) {
    mock.onMessage(`too long ${name}`, { error: tooLong, status: 400 });
    if (filterReason !== undefined) mock.onMessage(`filter ${name}`, { content: 'No.', finishReason: filterReason });
  }
  await mock.start();
  rogue = createServer(answerBadly);
  await new Promise<void>((resolve) => rogue.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  rogue.closeAllConnections();
  rogue.close();
  await mock.stop();
});

afterEach(() => {
  mock.clearRequests();
  vi.unstubAllEnvs();
});

describe.each(providersUnderTest)('$name', ({ name, spec: toSpec, path, keyHeader, filterReason, callsReason }) => {
  const ask = (text: string, more: Partial<AskOptions> = {}) => askModel({ spec: toSpec(mock.url), text, ...more });
  const askRogue = (text: string, route: string) => askModel({ spec: toSpec(`${getRogueOrigin()}/${route}`), text });
  const fail = (text: string, more: Partial<AskOptions> = {}) => catchError(ask(text, more));

  it('answers a question with text, usage, finish reason, request id and model', async () => {
    const reply = await ask('greet');
    expect(reply.text).toBe('Good day.');
    expect(reply.toolCalls).toBeUndefined();
    expect(reply.call).toMatchObject({
      costUsd: null,
      finishReason: 'stop',
      usage: { inputTokens: 11, outputTokens: 4 },
      requestId: expect.stringMatching(/./),
    });
    expect(reply.call.latencyMs).toBeGreaterThan(0);
  });

  it('sends the question as one user message after the guidelines as system text', async () => {
    await ask('greet', { request: { guidelines: 'Be kind.' } });
    const sent = mock.getLastRequest();
    expect(sent?.path).toBe(path);
    expect(listSent()).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'greet' },
    ]);
  });

  it('sends no system text when there are no guidelines', async () => {
    await ask('greet');
    expect(listSent()).toEqual([{ role: 'user', content: 'greet' }]);
  });

  it('sends messages in their order, with calls of tools and the results that answer them', async () => {
    await ask('', { request: { send: 'messages', messages: toolConversation } });
    const sent = listSent();
    expect(sent.filter((message) => message.role === 'user').map((message) => message.content)).toEqual([
      'What is it like in Ulm?',
      'greet me then',
    ]);
    const made = sent.flatMap((message) => message.tool_calls ?? []);
    expect(made.map((call) => [call.id, call.function.name, JSON.parse(call.function.arguments)])).toEqual([
      ['call_1', 'weather', { city: 'Ulm' }],
      ['call_2', 'time', {}],
    ]);
    const results = sent.filter((message) => message.role === 'tool');
    expect(results.map((message) => message.tool_call_id)).toEqual(['call_1', 'call_2']);
    expect(results.map((message) => JSON.stringify(message.content))).toEqual([
      expect.stringContaining('rain'),
      expect.stringContaining('noon'),
    ]);
  });

  it('takes system text between turns and roles of one’s own', async () => {
    const reply = await ask('', {
      request: {
        send: 'messages',
        messages: [
          { role: 'system', content: 'You are a desk.' },
          { role: 'customer', content: 'Hello' },
          { role: 'assistant', content: 'Hello.' },
          { role: 'developer', content: 'Be short.' },
          { role: 'user', content: 'greet' },
        ],
      },
    });
    expect(reply.text).toBe('Good day.');
    const sent = JSON.stringify(listSent());
    expect(sent).toContain('[Customer]:\\nHello');
    expect(sent).toContain('Be short.');
  });

  it('returns the calls of tools that the model makes', async () => {
    const reply = await ask('use tools');
    expect(reply.call.finishReason).toBe(callsReason ?? 'tool-calls');
    expect(reply.toolCalls?.map((call) => 'function' in call && [call.type, call.function])).toEqual([
      ['function', { name: 'weather', arguments: '{"city":"Ulm"}' }],
      ['function', { name: 'time', arguments: '{}' }],
    ]);
    expect(reply.toolCalls?.every((call) => typeof call.id === 'string' && call.id !== '')).toBe(true);
  });

  it('sends the key where it belongs, and headers along', async () => {
    const spec = { ...toSpec(mock.url), api_key_env: 'OUR_KEY', headers: { 'x-team': 'desk' } };
    const sent: SentRequest[] = [];
    await ask('greet', { spec, env: { OUR_KEY: 'key-of-the-test\n' }, fetch: spyFetch(sent) });
    const headers = sent[0]?.headers ?? {};
    expect(headers[keyHeader]).toMatch(/^(Bearer )?key-of-the-test$/);
    expect(headers['x-team']).toBe('desk');
  });

  it('sends no key to a base_url that names none, whatever the environment contains', async () => {
    for (const variable of keyVariables) vi.stubEnv(variable, 'secret-of-the-environment');
    const sent: SentRequest[] = [];
    await ask('greet', { env: process.env, fetch: spyFetch(sent) });
    const headers = sent[0]?.headers ?? {};
    expect(JSON.stringify(headers)).not.toContain('secret-of-the-environment');
    for (const header of keyHeaders) expect(headers).not.toHaveProperty(header);
  });

  it('sends unknown settings as they are', async () => {
    const sent: SentRequest[] = [];
    const settings = { temperature: 0.5, our_setting: { deep: [1] } };
    await ask('greet', { spec: { ...toSpec(mock.url), settings }, fetch: spyFetch(sent) });
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ our_setting: { deep: [1] } });
  });

  it('tells a rate limit, and how long to wait', async () => {
    expect(await fail('rate')).toMatchObject({
      cause: 'rate-limited',
      status: 429,
      retryable: true,
      retryAfterMs: 7000,
    });
  });

  it('tells a failing provider, and lets it be tried again', async () => {
    const info = await fail('fail');
    expect(info).toMatchObject({ cause: 'provider-error', status: 500, retryable: true });
    expect(info.details).toContain('The server had an error.');
  });

  it('tells a refused key', async () => {
    expect(await fail('wrong key')).toMatchObject({ cause: 'unauthorized', status: 401, retryable: false });
  });

  it('never repeats the key', async () => {
    const spec = { ...toSpec(`${getRogueOrigin()}/echo-key`), api_key_env: 'OUR_KEY' };
    const info = await catchError(askModel({ spec, text: 'x', env: { OUR_KEY: 'key-of-the-test' } }));
    expect(info.cause).toBe('unauthorized');
    expect(JSON.stringify(info)).not.toContain('key-of-the-test');
  });

  it('tells a conversation that is too long', async () => {
    expect(await fail(`too long ${name}`)).toMatchObject({ cause: 'context-too-long', status: 400, retryable: false });
  });

  it('reports an answer that is not JSON', async () => {
    expect(await fail('malformed')).toMatchObject({ cause: 'malformed-reply', retryable: true });
  });

  it('tells JSON of another shape', async () => {
    expect(await catchError(askRogue('x', 'other-shape'))).toMatchObject({ cause: 'malformed-reply', retryable: true });
  });

  it('tells a connection that broke before the answer, and within it', async () => {
    expect(await fail('disconnect')).toMatchObject({ cause: 'unreachable', retryable: true });
    expect(await catchError(askRogue('x', 'half'))).toMatchObject({ cause: 'unreachable', retryable: true });
  });

  it('reports a server that does not answer', async () => {
    const info = await catchError(askModel({ spec: toSpec(await findDeadOrigin()), text: 'x' }));
    expect(info).toMatchObject({ cause: 'unreachable', retryable: true });
    expect(info.message).toContain('ECONNREFUSED');
  });

  it('ends a call with the reason it was aborted for', async () => {
    const abort = new AbortController();
    const reason = new TargetError({ cause: 'timeout', message: 'No answer within 5 s.', retryable: true });
    const asked = ask('slow', { signal: abort.signal, fetch: (...call) => abortWhenSent(abort, reason, call) });
    await expect(asked).rejects.toBe(reason);
  });

  it('ends a call whose answer has begun when it is aborted', async () => {
    const abort = new AbortController();
    const reason = new Error('The run was stopped.');
    const spec = toSpec(`${getRogueOrigin()}/hanging`);
    const fetch: typeof globalThis.fetch = async (...call) => {
      const response = await globalThis.fetch(...call);
      setImmediate(() => abort.abort(reason));
      return response;
    };
    await expect(askModel({ spec, text: 'x', signal: abort.signal, fetch })).rejects.toBe(reason);
  });

  it('does not take an empty reply for one', async () => {
    expect(await fail('empty')).toMatchObject({ cause: 'empty-reply', retryable: false });
  });

  it.skipIf(filterReason === undefined)('tells a reply that the content filter ended', async () => {
    expect(await fail(`filter ${name}`)).toMatchObject({ cause: 'content-filter', retryable: false });
  });

  it('does not take a reply of 10 MB', async () => {
    expect(await fail('huge')).toMatchObject({ cause: 'reply-too-long', retryable: false });
  });

  it('stops reading an answer that does not end', async () => {
    const info = await catchError(askRogue('x', 'endless'));
    expect(info).toMatchObject({ cause: 'reply-too-long', retryable: false });
  });

  it('does not follow a redirect', async () => {
    const info = await catchError(askRogue('x', 'redirect'));
    expect(info).toMatchObject({ cause: 'bad-request', status: 307, retryable: false });
  });
});

const keyVariables = [
  ...['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'GOOGLE_GENERATIVE_AI_API_KEY', 'AZURE_API_KEY'],
];
const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'];

const toolConversation: readonly ChatMessage[] = [
  { role: 'system', content: 'You are a weather desk.' },
  { role: 'user', content: 'What is it like in Ulm?' },
  {
    role: 'assistant',
    content: 'Let me look.',
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Ulm"}' } },
      { id: 'call_2', name: 'time', arguments: {} },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
  { role: 'tool', tool_call_id: 'call_2', content: 'noon' },
  { role: 'assistant', content: 'Rain at noon.' },
  { role: 'user', content: 'greet me then' },
];

interface AskOptions {
  readonly spec: ChatSpec;
  readonly text: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly fetch?: typeof fetch;
  readonly signal?: AbortSignal;
  readonly request?: Partial<TargetRequest>;
}

async function askModel(options: AskOptions): Promise<TargetReply> {
  const { spec, text, env = {}, fetch, signal = new AbortController().signal, request } = options;
  const target = await openChatTarget(spec, { env, clock: systemClock, ...(fetch === undefined ? {} : { fetch }) });
  const base = { send: 'question', question: text, guidelines: '', messages: [], files: [] } as const;
  return target.ask({ ...base, replyIndex: 0, repeat: 0, caseId: 'case-1', ...request }, { signal });
}

async function catchError(asked: Promise<unknown>): Promise<TargetError['info']> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof TargetError) return error.info;
  throw error ?? new Error('The call did not fail.');
}

function getLastRequest() {
  const request = mock.getLastRequest();
  if (request === null) throw new Error('Nothing was sent.');
  return request;
}

interface SentMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
}

/** What the mock understood, in the form of chat completions whichever the interface. */
function listSent(): readonly SentMessage[] {
  const { body } = getLastRequest();
  if (body === null || !('messages' in body)) throw new Error('No messages were sent.');
  // The journal's type covers bodies of interfaces that have no messages; the line above excludes those.
  return body.messages as readonly SentMessage[];
}

interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What goes over the wire; the journal of the mock hides keys. */
function spyFetch(sent: SentRequest[]): typeof fetch {
  return (input, init) => {
    sent.push({ headers: Object.fromEntries(new Headers(init?.headers)), body: String(init?.body) });
    return fetch(input, init);
  };
}

function abortWhenSent(abort: AbortController, reason: Error, call: Parameters<typeof fetch>): Promise<Response> {
  const sent = fetch(...call);
  setImmediate(() => abort.abort(reason));
  return sent;
}

function getRogueOrigin(): string {
  // A server that listens on a port, not on a pipe, has an address of this form.
  const { port } = rogue.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** An address where nothing listens: a port that was just closed. */
async function findDeadOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // As in getRogueOrigin.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
