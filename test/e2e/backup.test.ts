import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

async function makeShop(): Promise<string> {
  const lines = ['a', 'b', 'c/d'].map((id) =>
    JSON.stringify({
      id,
      status: 'approved',
      history: [
        { role: 'user', msg: `Question ${id}` },
        { role: 'assistant', msg: 'Answer.' },
      ],
    }),
  );
  const cwd = makeProject({ 'shop.jsonl': lines.join('\n') });
  await runInProcess(['import', 'shop.jsonl'], cwd);
  return cwd;
}

describe('turnwise backup and restore', () => {
  it('bring a store to another file', async () => {
    const cwd = await makeShop();
    const { out, code } = await runInProcess(['backup', 'x.backup'], cwd);
    expect({ out, code }).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ rows written to x\.backup, /) });
    const restored = await runInProcess(['restore', 'x.backup', '--store', 'new.db'], cwd);
    expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ rows restored to new\.db\.$/m) });
    const [before, after] = [
      await runInProcess(['export'], cwd),
      await runInProcess(['export', '--store', 'new.db'], cwd),
    ];
    expect(after.out).toBe(before.out);
    const again = await runInProcess(['restore', 'x.backup', '--store', 'new.db'], cwd);
    expect(again).toMatchObject({ code: 3, err: expect.stringContaining('STORE_NOT_EMPTY') });
  });

  it('refuse a file that was cut off, and can be tried again with a whole one', async () => {
    const cwd = await makeShop();
    await runInProcess(['backup', 'x.backup'], cwd);
    const bytes = readFileSync(join(cwd, 'x.backup'));
    writeFileSync(join(cwd, 'cut.backup'), bytes.subarray(0, bytes.length - 20));
    writeFileSync(join(cwd, 'odd.backup'), 'hello');
    for (const file of ['cut.backup', 'odd.backup']) {
      const { code, err } = await runInProcess(['restore', file, '--store', 'new.db'], cwd);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('BACKUP_UNREADABLE') });
    }
    expect((await runInProcess(['restore', 'x.backup', '--store', 'new.db'], cwd)).code).toBe(0);
    expect(readdirSync(cwd).filter((name) => name.includes('.part'))).toEqual([]);
  });
});

describe('turnwise snapshot', () => {
  it('gives the same bytes again, lists itself, and tells two apart', async () => {
    const cwd = await makeShop();
    const first = await runInProcess(['snapshot', '--dataset', 'shop', '--out', 'one.json'], cwd);
    expect(first.out).toMatch(/^s-[0-9a-f]{16}: 3 items, content hash [0-9a-f]{64}\. Written to one\.json\.$/m);
    await runInProcess(['snapshot', '--dataset', 'shop', '--out', 'two.json'], cwd);
    expect(readFileSync(join(cwd, 'two.json'), 'utf8')).toBe(readFileSync(join(cwd, 'one.json'), 'utf8'));
    await runInProcess(['purge', 'shop', 'c/d', '--yes'], cwd);
    await runInProcess(['snapshot', '--dataset', 'shop', '--id-prefix', 'a'], cwd);
    const list = JSON.parse((await runInProcess(['snapshot', 'list', '--json'], cwd)).out) as { id: string }[];
    const [newer, older] = list.map(({ id }) => id);
    const diff = await runInProcess(['snapshot', 'diff', older ?? '', newer ?? ''], cwd);
    expect(diff.out).toBe(`- shop/b\n${older} → ${newer}: 0 added, 1 removed, 0 changed.\n`);
    const elsewhere = makeProject({ 'one.json': readFileSync(join(cwd, 'one.json')) });
    expect((await runInProcess(['import', 'one.json'], elsewhere)).out).toContain('3 items: 3 created.');
    expect((await runInProcess(['snapshot', 'diff', 'x', 'y'], cwd)).err).toContain('SNAPSHOT_UNKNOWN');
  });
});

describe('turnwise purge', () => {
  it('erases an item only when it is said twice', async () => {
    const cwd = await makeShop();
    const asked = await runInProcess(['purge', 'shop', 'c/d'], cwd);
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect((await runInProcess(['purge', 'shop', 'c/d', '--yes'], cwd)).out).toBe('Erased "c/d" of dataset "shop".\n');
    const gone = await runInProcess(['purge', 'shop', 'c/d', '--yes'], cwd);
    expect(gone).toMatchObject({ code: 2, err: expect.stringContaining('ITEM_UNKNOWN') });
    expect((await runInProcess(['export'], cwd)).out).not.toContain('c/d');
  });
});
