import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { makeContext, makeReply, makeRequest, makeTarget } from '../../test/support/target-request.ts';
import { type CachingOptions, caching } from './caching.ts';
import { TargetError, type TargetReply, type TargetRequest } from './port.ts';

function open(reply: (call: number) => TargetReply, given: Partial<CachingOptions> = {}) {
  const kept = new Map<string, string>();
  const cache = {
    find: async (key: string): Promise<unknown> => JSON.parse(kept.get(key) ?? 'null'),
    save: async (key: string, value: unknown) => void kept.set(key, JSON.stringify(value)),
  };
  const identity = { provider: 'openai', model: 'm' };
  const inner = makeTarget(reply);
  const target = caching(inner, { cache, identity, looksAt: 'send', clock: new FakeClock(), ...given });
  return {
    kept,
    inner,
    ask: (request: Partial<TargetRequest> = {}) => target.ask(makeRequest(request), makeContext()),
    askAfresh: () => target.ask(makeRequest(), { ...makeContext(), isFresh: true }),
  };
}

describe('caching', () => {
  it('asks again when a reply has to be fresh, and keeps the new one', async () => {
    const { ask, askAfresh, inner } = open((call) => makeReply(`Reply ${call}`));
    await ask();
    const { text } = await askAfresh();
    expect(inner.asked).toBe(2);
    expect((await ask()).text).toBe(text);
  });

  it('answers from the cache the second time, at no cost', async () => {
    const usage = { inputTokens: 3 };
    const { ask, inner } = open(() => makeReply('Hi', { costUsd: 0.5, latencyMs: 900, usage, attempts: 2 }));
    expect((await ask()).call).toMatchObject({ costUsd: 0.5, attempts: 2 });
    const recorded = { latencyMs: 900, costUsd: 0.5 };
    expect(await ask()).toEqual({ text: 'Hi', call: { costUsd: 0, latencyMs: 0, usage, cached: true, recorded } });
    expect(inner.asked).toBe(1);
  });

  it('keeps tool calls, traces and that the reply was structured', async () => {
    const toolCalls = [{ id: 'a', name: 'find', arguments: '{}' }];
    const trace = [{ role: 'assistant', content: 'Looking.' }];
    const { ask } = open(() => ({ ...makeReply(''), toolCalls, trace, isStructured: true }));
    await ask();
    expect(await ask()).toMatchObject({ toolCalls, trace, isStructured: true, call: { cached: true } });
  });

  const image = (byte: number): Partial<TargetRequest> => ({
    send: 'messages',
    messages: [{ role: 'user', content: [{ type: 'image', value: 'a.png' }] }],
    readImage: () => ({ bytes: Uint8Array.of(byte), mediaType: 'image/png' }),
  });

  it.each<[string, Partial<TargetRequest>, Partial<TargetRequest>]>([
    ['repeat', {}, { repeat: 1 }],
    ['question', {}, { question: 'Other?' }],
    ['guidelines', {}, { guidelines: 'Be brief.' }],
    ['form', {}, { send: 'messages' }],
    ['message', { send: 'messages' }, { send: 'messages', messages: [{ role: 'user', content: 'Other?' }] }],
    ['role', { send: 'messages' }, { send: 'messages', messages: [{ role: 'tool', content: 'Where is my order?' }] }],
    ['schema', {}, { replySchema: { name: 'verdict', schema: {} } }],
    ['image behind the same path', image(1), image(2)],
  ])('asks again for another %s', async (_title, one, other) => {
    const { ask, inner } = open((call) => makeReply(`reply ${call}`));
    expect((await ask(one)).text).toBe('reply 0');
    expect((await ask(other)).text).toBe('reply 1');
    expect((await ask(one)).text).toBe('reply 0');
    expect(inner.asked).toBe(2);
  });

  it('does not mind what a model is not sent', async () => {
    const { ask, inner } = open(() => makeReply('Hi'));
    await ask({ caseId: 'one' });
    await ask({ caseId: 'two', files: [{ path: 'a.md', guideline: false }] });
    expect(inner.asked).toBe(1);
  });

  it('minds everything that a program may look at', async () => {
    const { ask, inner } = open(() => makeReply('Hi'), { looksAt: 'everything' });
    await ask({ caseId: 'one' });
    await ask({ caseId: 'two' });
    expect(inner.asked).toBe(2);
  });

  it('does not depend on the order of the keys of the identity, but on their values', async () => {
    const keys: string[] = [];
    for (const identity of [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
      { a: 1, b: 3 },
    ]) {
      const { ask, kept } = open(() => makeReply('Hi'), { identity });
      await ask();
      keys.push(...kept.keys());
    }
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
  });

  it.each(['length', 'content-filter', 'error', 'other'])(
    'does not keep a reply that ended by %s',
    async (finishReason) => {
      const { ask, kept } = open(() => makeReply('Hi', { finishReason }));
      await ask();
      expect(kept.size).toBe(0);
    },
  );

  it('does not keep errors', async () => {
    const { ask, inner } = open(() => {
      throw new TargetError({ cause: 'timeout', message: 'slow', retryable: true });
    });
    await expect(ask()).rejects.toThrow('slow');
    await expect(ask()).rejects.toThrow('slow');
    expect(inner.asked).toBe(2);
  });

  it('asks again when what was kept cannot be read', async () => {
    const { ask, kept, inner } = open(() => makeReply('Hi'));
    await ask();
    for (const key of kept.keys()) kept.set(key, '{"text": 1}');
    expect((await ask()).call.cached).toBeUndefined();
    expect(inner.asked).toBe(2);
  });
});
