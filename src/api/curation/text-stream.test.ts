import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../test/support/fake-clock.ts';
import { openTextStream } from './text-stream.ts';

function makeTexts(count: number) {
  const seen = { isEnded: false };
  async function* texts() {
    try {
      for (let index = 0; index < count; index += 1) yield 'x'.repeat(70_000);
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, texts: texts() };
}

describe('openTextStream', () => {
  it('ends the texts when the caller disconnects before anything was read', async () => {
    const { seen, texts } = makeTexts(100);
    const stream = await openTextStream(texts);
    stream.destroy();
    await once(stream, 'close');
    await settle();
    expect(seen.isEnded).toBe(true);
  });

  it('ends the texts when the caller goes away in the middle', async () => {
    const { seen, texts } = makeTexts(100);
    for await (const _ of await openTextStream(texts)) break;
    await settle();
    expect(seen.isEnded).toBe(true);
  });

  it('gives every text', async () => {
    const { seen, texts } = makeTexts(3);
    const chunks = await Array.fromAsync<Buffer>(await openTextStream(texts));
    expect(Buffer.concat(chunks)).toHaveLength(210_000);
    expect(seen.isEnded).toBe(true);
  });
});
