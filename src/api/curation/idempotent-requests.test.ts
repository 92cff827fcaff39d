import { describe, expect, it } from 'vitest';
import type { IdempotencyStore, IdempotentAnswer as KeptAnswer } from '../../store/curation-port.ts';
import { fingerprintOf, HashedBody, IdempotentRequests } from './idempotent-requests.ts';

function memoryStore(): IdempotencyStore {
  const kept = new Map<string, KeptAnswer>();
  return {
    find: async (actor, key) => kept.get(`${actor} ${key}`),
    save: async ({ actor, key, request }, answer) => {
      const name = `${actor} ${key}`;
      const first = kept.get(name) ?? { request, ...answer };
      kept.set(name, first);
      return first;
    },
    prune: async () => 0,
  };
}

const target = { method: 'POST', url: '/v1/labels' };

function toRequest(key: string | undefined, body: unknown = { a: 1 }, actor = 'ada') {
  return { actor, key, fingerprint: fingerprintOf(target, body) };
}

describe('a request with a key', () => {
  it('is carried out once, and answered alike', async () => {
    const requests = new IdempotentRequests(memoryStore());
    let count = 0;
    const carryOut = async () => ({ status: 201, text: `{"n":${++count}}` });
    expect(await requests.run(toRequest('k'), carryOut)).toEqual({ status: 201, text: '{"n":1}', isReplayed: false });
    expect(await requests.run(toRequest('k'), carryOut)).toEqual({ status: 201, text: '{"n":1}', isReplayed: true });
    expect(await requests.run(toRequest('other'), carryOut)).toMatchObject({ text: '{"n":2}' });
    expect(await requests.run(toRequest('k', { a: 1 }, 'bob'), carryOut)).toMatchObject({ text: '{"n":3}' });
    expect(await requests.run(toRequest(undefined), carryOut)).toMatchObject({ text: '{"n":4}', isReplayed: false });
  });

  it('is refused when the key was used for something else', async () => {
    const requests = new IdempotentRequests(memoryStore());
    const carryOut = async () => ({ status: 201, text: '{}' });
    await requests.run(toRequest('k'), carryOut);
    await expect(requests.run(toRequest('k', { a: 2 }), carryOut)).rejects.toMatchObject({ code: 'ONCE_KEY_REUSED' });
  });

  it('waits for the same one under way', async () => {
    const requests = new IdempotentRequests(memoryStore());
    const gate = Promise.withResolvers<void>();
    let count = 0;
    const carryOut = async () => {
      count += 1;
      await gate.promise;
      return { status: 200, text: String(count) };
    };
    const all = [1, 2, 3].map(() => requests.run(toRequest('k'), carryOut));
    gate.resolve();
    expect(await Promise.all(all)).toEqual([
      { status: 200, text: '1', isReplayed: false },
      { status: 200, text: '1', isReplayed: true },
      { status: 200, text: '1', isReplayed: true },
    ]);
  });

  it('is carried out again when it failed', async () => {
    const requests = new IdempotentRequests(memoryStore());
    await expect(requests.run(toRequest('k'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await requests.run(toRequest('k'), async () => ({ status: 200, text: 'yes' }))).toMatchObject({
      text: 'yes',
    });
  });
});

describe('a body that is hashed while it is read', () => {
  async function* stream(...texts: readonly string[]): AsyncGenerator<Buffer> {
    for (const text of texts) yield Buffer.from(text);
  }

  it('has the same fingerprint however it is cut and whether it was read', async () => {
    const read = new HashedBody(target, stream('abc', 'def'));
    expect(Buffer.concat(await Array.fromAsync(read)).toString()).toBe('abcdef');
    const unread = new HashedBody(target, stream('abcdef'));
    expect(await read.fingerprint()).toBe(await unread.fingerprint());
    expect(await read.fingerprint()).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['another body', target, 'abcdeg'],
    ['another address', { ...target, url: '/v1/labels?x' }, 'abcdef'],
  ])('has another fingerprint for %s', async (_name, other, text) => {
    const one = await new HashedBody(target, stream('abcdef')).fingerprint();
    expect(await new HashedBody(other, stream(text)).fingerprint()).not.toBe(one);
  });

  it('has none when the connection breaks, so that its answer is not kept', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('abc');
      throw new Error('aborted');
    }
    const body = new HashedBody(target, broken());
    await expect(Array.fromAsync(body)).rejects.toThrow('aborted');
    expect(await body.fingerprint()).toBeUndefined();
  });
});
