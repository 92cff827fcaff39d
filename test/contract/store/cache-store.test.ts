import { describe, expect, it } from 'vitest';
import { engines } from './engines.ts';

const hourMs = 3_600_000;

describe.each(engines)('the response cache on $name', ({ makeDatabase }) => {
  it('finds what was saved, also from another process', async () => {
    const database = makeDatabase();
    const store = await database.open();
    expect(await store.cache.find('key')).toBeUndefined();
    const reply = { content: 'Hi 😀\0', usage: { inputTokens: 3 }, list: [null, true, 1.5] };
    await store.cache.save('key', reply);
    expect(await store.cache.find('key')).toEqual(reply);
    expect(await (await database.open()).cache.find('key')).toEqual(reply);
    expect(await store.cache.find('other')).toBeUndefined();
  });

  it('keeps the reply that was saved last', async () => {
    const { cache } = await makeDatabase().open();
    await cache.save('key', { content: 'old' });
    await cache.save('key', { content: 'new' });
    expect(await cache.find('key')).toEqual({ content: 'new' });
    expect(await cache.prune()).toMatchObject({ entries: 1 });
  });

  it('removes entries that were last used before a time, and says how many and how big', async () => {
    let now = Date.UTC(2026, 0, 1);
    const clock = { now: () => now, elapsed: () => 0, sleep: async () => {} };
    const { cache } = await makeDatabase().open(clock);
    await cache.save('unused', 'ä');
    await cache.save('used', 'b');
    now += hourMs;
    await cache.find('used');
    await cache.save('young', 'c');
    const before = new Date(now).toISOString();
    expect(await cache.prune(before)).toEqual({ entries: 1, bytes: '"ä"'.length + 1 });
    expect(await cache.find('unused')).toBeUndefined();
    expect(await cache.find('used')).toBe('b');
    expect(await cache.find('young')).toBe('c');
  });

  it('removes all entries, however many', async () => {
    const { cache } = await makeDatabase().open();
    await Promise.all(Array.from({ length: 1200 }, (_, index) => cache.save(`key-${index}`, 1)));
    expect(await cache.prune()).toEqual({ entries: 1200, bytes: 1200 });
    expect(await cache.prune()).toEqual({ entries: 0, bytes: 0 });
  });

  it('leaves the runs alone, and runs leave the cache alone', async () => {
    const store = await makeDatabase().open();
    await store.cache.save('key', 'reply');
    await store.compact();
    expect(await store.cache.find('key')).toBe('reply');
  });
});
