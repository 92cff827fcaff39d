import { describe, expect, it } from 'vitest';
import { makeRequest } from '../../test/support/target-request.ts';
import { type Target, TargetError, type TargetReply } from './port.ts';
import { redacting } from './redacting.ts';

const key = 'sk-live-0123456789';
const hidden = { secrets: [key, 'some-word'], keys: [key] };
const context = { signal: new AbortController().signal };

function ask(said: TargetReply | Error): Promise<TargetReply> {
  const target: Target = { id: 't', ask: async () => (said instanceof Error ? Promise.reject(said) : said) };
  return redacting(target, hidden).ask(makeRequest(), context);
}

describe('redacting', () => {
  it('hides keys in every text of a reply, and says so', async () => {
    const call = { latencyMs: 1, costUsd: null, notes: [`stderr ${key}`] };
    const toolCalls = [{ id: '1', name: 'find', arguments: { key } }];
    const trace = [{ role: 'tool', content: `got ${key}` }];
    const reply = await ask({ text: `Your key is ${key}.`, toolCalls, trace, call });
    expect(JSON.stringify(reply)).not.toContain(key);
    expect(reply).toMatchObject({ text: 'Your key is ***.', toolCalls: [{ arguments: { key: '***' } }] });
    expect(reply.call.notes).toEqual([
      'stderr ***',
      expect.stringMatching(/^Turnwise hid a key or password in this reply/),
    ]);
  });

  it('hides a key that is wrapped and indented', async () => {
    const reply = await ask({ text: `${key.slice(0, 9)}\n\t${key.slice(9)}`, call: { latencyMs: 1, costUsd: null } });
    expect(reply.text).toBe('***');
  });

  it('leaves a reply as it is that has none, plain words of the environment included', async () => {
    const reply = { text: 'It is some-word.', call: { latencyMs: 1, costUsd: null } };
    expect(await ask(reply)).toBe(reply);
  });

  it('hides all secrets in the message, details and request id of an error', async () => {
    const error = new TargetError({
      cause: 'command-failed',
      message: `no ${key}`,
      retryable: true,
      details: 'some-word',
      requestId: `Bearer ${key}`,
    });
    await expect(ask(error)).rejects.toMatchObject({
      info: { cause: 'command-failed', message: 'no ***', details: '***', requestId: 'Bearer ***', retryable: true },
    });
    const plain = new TargetError({ cause: 'timeout', message: 'late', retryable: true });
    await expect(ask(plain)).rejects.toBe(plain);
  });
});
