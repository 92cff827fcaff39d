import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Spool } from './spool.ts';

async function pass<Entry>(entries: readonly Entry[]): Promise<readonly Entry[]> {
  const spool = new Spool<Entry>();
  try {
    for (const entry of entries) await spool.add(entry);
    return await Array.fromAsync(spool.read());
  } finally {
    await spool.close();
  }
}

describe('Spool', () => {
  it('gives back any JSON as it came', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), async (entries) => {
        const copied = JSON.parse(JSON.stringify(entries));
        expect(await pass(entries)).toEqual(copied);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps entries that exceed memory in a file, and removes it at the end', async () => {
    const entries = Array.from({ length: 80 }, (_, index) => ({ index, text: `${index} ü\u2028`.repeat(20_000) }));
    const before = readdirSync(tmpdir());
    expect(await pass(entries)).toEqual(entries);
    const left = readdirSync(tmpdir()).filter((name) => /^turnwise-[^-]*$/.test(name) && !before.includes(name));
    expect(left).toEqual([]);
  });

  it('can be read twice', async () => {
    const spool = new Spool<number>();
    await spool.add(1);
    await spool.add(2);
    expect(await Array.fromAsync(spool.read())).toEqual([1, 2]);
    expect(await Array.fromAsync(spool.read())).toEqual([1, 2]);
  });
});
