import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { startServer } from '../../../test/support/local-server.ts';
import { makeContext, makeRequest } from '../../../test/support/target-request.ts';
import type { SpecOf } from '../../conversation/target-spec.ts';
import type { TargetRequest } from '../port.ts';
import { openHttpTarget } from './open-http-target.ts';

type Given = Partial<SpecOf<'http'>>;

async function ask(url: string, given: Given = {}, request: Partial<TargetRequest> = {}) {
  const options = { clock: new FakeClock(), limitCharacters: 100_000 };
  const target = await openHttpTarget({ id: 'service', provider: 'http', url, ...given }, options);
  return target.ask(makeRequest(request), makeContext());
}

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

function sendJson(response: ServerResponse, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

describe('what is sent', () => {
  it('is question, guidelines, messages and files, when nothing else is said', async () => {
    const { url, received } = await startServer((response) => sendJson(response, { reply: 'Hi' }));
    await ask(`${url}/ask`, { headers: { 'X-Team': 'desk' } }, { question: 'Größe?', guidelines: 'Be brief.' });
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/ask',
      headers: { 'content-type': 'application/json', 'x-team': 'desk' },
    });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      question: 'Größe?',
      guidelines: 'Be brief.',
      messages: [{ role: 'user', content: 'Größe?' }],
      files: [],
    });
  });

  it('is the body with its placeholders filled', async () => {
    const { url, received } = await startServer((response) => sendJson(response, { reply: 'Hi' }));
    const body = {
      chat: '{{messages}}',
      text: 'Case {{case_id}}, {{ repeat }}: {{last_user}} {{messages}}',
      times: ['{{repeat}}', 7, null, true],
      kept: '\\{{customer_name}} and \\{{{{repeat}}',
      call: { id: '{{conversation_id}}', turn: '{{turn}}', run: '{{run_id}}' },
    };
    const given = { repeat: 2, replyIndex: 1, runId: 'r1', conversationId: 'r1-c1-1' };
    await ask(url, { method: 'PUT', body }, { question: 'Say {{question}}', ...given });
    const messages = [{ role: 'user', content: 'Say {{question}}' }];
    expect(received[0]?.method).toBe('PUT');
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      chat: messages,
      text: `Case late-refund, 2: Say {{question}} ${JSON.stringify(messages)}`,
      times: [2, 7, null, true],
      kept: '{{customer_name}} and {{2',
      call: { id: 'r1-c1-1', turn: 2, run: 'r1' },
    });
  });

  it('is in the address, encoded, when the method is GET', async () => {
    const { url, received } = await startServer((response) => sendJson(response, { reply: 'Hi' }));
    await ask(`${url}/ask?q={{question}}&case={{case_id}}`, { method: 'GET' }, { question: 'a&b=ü\uD800' });
    expect(received[0]).toMatchObject({
      method: 'GET',
      body: '',
      url: '/ask?q=a%26b%3D%C3%BC%EF%BF%BD&case=late-refund',
    });
  });
});

describe('the conversation id', () => {
  it('is the same in address, headers and body, and case ids are encoded where they have to be', async () => {
    const { url, received } = await startServer((response) => sendJson(response, { reply: 'Hi' }));
    const headers = { Cookie: 'sid={{conversation_id}}', 'x-case': '{{case_id}}' };
    const spec = { headers, body: { id: '{{conversation_id}}' } };
    await ask(`${url}/{{conversation_id}}`, spec, { conversationId: 'c-1', caseId: 'Größe\n2' });
    expect(received[0]).toMatchObject({
      url: '/c-1',
      headers: { cookie: 'sid=c-1', 'x-case': 'Gr%C3%B6%C3%9Fe%0A2' },
      body: '{"id":"c-1"}',
    });
  });

  it('is a new one for each call outside of a conversation', async () => {
    const { url, received } = await startServer((response) => sendJson(response, { reply: 'Hi' }));
    const spec = { headers: { 'x-id': '{{conversation_id}}' }, body: { id: '{{conversation_id}}' } };
    for (let call = 0; call < 2; call += 1) await ask(url, spec);
    const ids = received.map(({ headers, body }) => [headers['x-id'], JSON.parse(body).id]);
    expect(ids[0]?.[0]).toMatch(/^[\da-f-]{36}$/);
    expect(ids[0]?.[0]).toBe(ids[0]?.[1]);
    expect(ids[1]?.[0]).not.toBe(ids[0]?.[0]);
  });
});

describe('what is refused before anything is sent', () => {
  it.each<[string, string, Given, string]>([
    ['an address that is none', 'nowhere', {}, 'is not an http address'],
    ['another scheme', 'file:///etc/hosts', {}, 'is not an http address'],
    ['a password in the address', 'http://ada:secret@127.0.0.1/', {}, 'contains a user name or password'],
    ['a host from a case', 'http://{{question}}/', {}, 'placeholder in its host'],
    ['GET that asks nothing', 'http://127.0.0.1/', { method: 'GET' }, 'no placeholder'],
    ['GET with a body', 'http://127.0.0.1/{{question}}', { method: 'GET', body: {} }, 'has no body'],
    ['a header with a line break', 'http://127.0.0.1/', { headers: { 'x-key': 'secret\nx' } }, 'header "x-key"'],
  ])('%s', async (_title, url, given, message) => {
    const error = await ask(url, given).catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: 'TARGETS_BAD_VALUE', message: expect.stringContaining(message) });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  it('a reply that is not a JSONPath', async () => {
    await expect(ask('http://127.0.0.1/', { reply: 'choices[' })).rejects.toMatchObject({
      code: 'TARGET_BAD_JSONPATH',
    });
  });
});

describe('the reply', () => {
  const call = { name: 'find', arguments: '{}' };

  it.each<[string, unknown, string | undefined, object]>([
    ['what the JSONPath finds', { data: [{ says: 'Hi' }] }, '$.data[0].says', { text: 'Hi' }],
    ['several texts on lines', { parts: [{ text: 'a' }, { text: 'b' }] }, '$.parts[*].text', { text: 'a\nb' }],
    ['a number', { n: 42 }, '$.n', { text: '42' }],
    ['a message', { out: { content: null, tool_calls: [call] } }, '$.out', { text: '', toolCalls: [call] }],
    ['the usual key', { text: 'Hi' }, undefined, { text: 'Hi' }],
    ['a chat answer', { choices: [{ message: { content: 'Hi' } }] }, undefined, { text: 'Hi' }],
    ['a bare JSON text', 'Hi', undefined, { text: 'Hi' }],
  ])('is %s', async (_title, answer, path, expected) => {
    const { url } = await startServer((response) => sendJson(response, answer, { 'x-request-id': 'r1' }));
    const { call: record, ...reply } = await ask(url, path === undefined ? {} : { reply: path });
    expect(reply).toEqual(expected);
    expect(record).toEqual({ latencyMs: 0, costUsd: null, requestId: 'r1' });
  });

  it('is the body when that is text', async () => {
    const { url } = await startServer((response) => response.setHeader('content-type', 'text/plain').end('{"a": 1}\n'));
    expect((await ask(url)).text).toBe('{"a": 1}');
  });

  it('brings the usage that comes with it', async () => {
    const { url } = await startServer((response) => sendJson(response, { a: 'Hi', usage: { prompt_tokens: 3 } }));
    expect((await ask(url, { reply: '$.a' })).call.usage).toEqual({ inputTokens: 3 });
  });
});

describe('errors', () => {
  it.each<[string, number, Record<string, string>, object]>([
    [
      '429',
      429,
      { 'retry-after': '7' },
      { cause: 'rate-limited', retryable: true, isUndelivered: true, retryAfterMs: 7000 },
    ],
    ['503', 503, { 'x-request-id': 'r1' }, { cause: 'provider-error', retryable: true, requestId: 'r1' }],
    ['401', 401, {}, { cause: 'unauthorized', retryable: false }],
    ['404', 404, {}, { cause: 'bad-request', retryable: false, message: expect.stringContaining('`url`') }],
    [
      '302',
      302,
      { location: 'http://127.0.0.2/x?key=abc' },
      { cause: 'bad-request', message: expect.stringContaining('to http://127.0.0.2/x,') },
    ],
  ])('status %s', async (_title, status, headers, info) => {
    const { url, received } = await startServer((response) => response.writeHead(status, headers).end('what happened'));
    await expect(ask(url)).rejects.toMatchObject({ info: { status, details: 'what happened', ...info } });
    expect(received).toHaveLength(1);
  });

  it('hide request headers that the service repeats', async () => {
    const { url } = await startServer((response, { headers }) =>
      response.writeHead(400).end(`bad key ${headers.authorization?.split(' ')[1]}`),
    );
    const asked = ask(url, { headers: { authorization: 'Bearer abcdefghij' } });
    await expect(asked).rejects.toMatchObject({ info: { details: 'bad key ***' } });
  });

  it('quote what the service says, at most 200 characters, without our headers', async () => {
    const { url } = await startServer((response, { headers }) =>
      response
        .writeHead(400)
        .end(JSON.stringify({ error: `Oslo rejects ${headers.authorization} ${'x'.repeat(1000)}` })),
    );
    const asked = ask(url, { headers: { authorization: 'Bearer abcdefghij' } });
    const message = expect.stringMatching(
      /^The service rejected the request \(400\): Oslo rejects \S*\*\*\* x{150,200}\.$/,
    );
    await expect(asked).rejects.toMatchObject({ info: { message } });
  });

  it.each<[string, (response: ServerResponse) => void, Given, object]>([
    ['nothing', (response) => response.end(), {}, { cause: 'empty-reply' }],
    ['a blank reply', (response) => sendJson(response, { reply: ' ' }), {}, { cause: 'empty-reply' }],
    [
      'broken JSON',
      (response) => response.setHeader('content-type', 'application/json').end('{"a'),
      {},
      { cause: 'malformed-reply', retryable: true },
    ],
    [
      'JSON nested too deep',
      (response) => response.end(`{"reply": "Hi", "a": ${deep}}`),
      {},
      {
        cause: 'malformed-reply',
        message: expect.stringContaining('The response is nested more than 200 levels deep.'),
      },
    ],
    [
      'JSON nested too deep for the path',
      (response) => response.end(`{"reply": "Hi", "a": ${deep}}`),
      { reply: '$..reply' },
      {
        cause: 'malformed-reply',
        message: expect.stringContaining('The response is nested more than 200 levels deep.'),
      },
    ],
    [
      'another shape',
      (response) => sendJson(response, { data: { id: 1 } }),
      {},
      { cause: 'malformed-reply', message: expect.stringContaining('{data: {id: number}}') },
    ],
    [
      'another shape than the path',
      (response) => sendJson(response, { data: 'x' }),
      { reply: '$.reply' },
      { cause: 'malformed-reply', message: expect.stringContaining('{data: text}') },
    ],
    [
      'half a body',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"a');
        response.socket?.destroySoon();
      },
      {},
      { cause: 'unreachable', retryable: true },
    ],
    ['a long body', (response) => response.end('x'.repeat(200_000)), {}, { cause: 'reply-too-long', retryable: false }],
    [
      'a body without end',
      (response) => {
        const more = () => response.write('x'.repeat(50_000), more);
        more();
      },
      {},
      { cause: 'reply-too-long' },
    ],
  ])('answered with %s', async (_title, answer, given, info) => {
    const { url } = await startServer(answer);
    await expect(ask(url, given)).rejects.toMatchObject({ info });
  });

  it('name the host that cannot be reached, and nothing else of the address', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const address = closed.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    closed.close();
    const message = `Cannot reach the service at ${origin} (ECONNREFUSED).`;
    const info = { cause: 'unreachable', retryable: true, isUndelivered: true, message };
    await expect(ask(`${origin}/ask?key=abc`)).rejects.toMatchObject({ info });
  });

  it('end with the reason of an abort', async () => {
    const controller = new AbortController();
    const { url } = await startServer(() => controller.abort(new Error('the run stops')));
    const target = await openHttpTarget({ id: 'service', provider: 'http', url }, { clock: new FakeClock() });
    await expect(target.ask(makeRequest(), { signal: controller.signal })).rejects.toThrow('the run stops');
  });
});
