import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runInProcess, runInWorld } from '../support/run-in-process.ts';
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

const toName = (text: string) => text.replaceAll(/[^\w-]/g, '_');

/** A backup with another text in it, and the hash that belongs to it. */
function forge(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
  const end = JSON.parse(lines.pop() ?? '') as object;
  const text = `${lines.join('\n')}\n`;
  if (!text.includes(from)) throw new Error(`There is no ${from} in the backup.`);
  const forged = text.replace(from, to);
  const hash = createHash('sha256').update(forged).digest('hex');
  return gzipSync(`${forged}${JSON.stringify({ ...end, hash })}\n`);
}

describe('turnwise backup and restore', () => {
  it('bring a store to another file', async () => {
    const cwd = await makeShop();
    const { out, code } = await runInProcess(['backup', 'x.backup'], cwd);
    expect({ out, code }).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ rows written to x\.backup, /) });
    const restored = await runInProcess(['restore', 'x.backup', '--db', 'new.db'], cwd);
    expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+ rows restored to new\.db\.$/m) });
    const [before, after] = [
      await runInProcess(['export'], cwd),
      await runInProcess(['export', '--db', 'new.db'], cwd),
    ];
    expect(after.out).toBe(before.out);
    const again = await runInProcess(['restore', 'x.backup', '--db', 'new.db'], cwd);
    expect(again).toMatchObject({ code: 3, err: expect.stringContaining('STORE_NOT_EMPTY') });
  });

  it('refuse a file that was cut off, and can be tried again with a whole one', async () => {
    const cwd = await makeShop();
    await runInProcess(['backup', 'x.backup'], cwd);
    const bytes = readFileSync(join(cwd, 'x.backup'));
    writeFileSync(join(cwd, 'cut.backup'), bytes.subarray(0, bytes.length - 20));
    writeFileSync(join(cwd, 'odd.backup'), 'hello');
    for (const file of ['cut.backup', 'odd.backup']) {
      const { code, err } = await runInProcess(['restore', file, '--db', 'new.db'], cwd);
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('BACKUP_UNREADABLE') });
    }
    expect((await runInProcess(['restore', 'x.backup', '--db', 'new.db'], cwd)).code).toBe(0);
    expect(readdirSync(cwd).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('leave no database and no folder behind when a backup cannot be restored', async () => {
    const cwd = makeProject({ 'odd.backup': 'hello' });
    for (const store of [[], ['--db', 'new.db'], ['--db', 'deep/down/new.db']]) {
      expect((await runInProcess(['restore', 'odd.backup', ...store], cwd)).code).toBe(2);
    }
    expect(readdirSync(cwd).toSorted()).toEqual(['.turnwise', 'odd.backup']);
    expect(readdirSync(join(cwd, '.turnwise')).filter((name) => name.includes('.db'))).toEqual([]);
    const shop = await makeShop();
    await runInProcess(['restore', 'shop.jsonl'], shop);
    expect((await runInProcess(['export'], shop)).out).toContain('Question a');
  });

  it('say that a database is damaged, and write nothing', async () => {
    const cwd = await makeShop();
    const file = join(cwd, '.turnwise', 'turnwise.db');
    const bytes = readFileSync(file);
    const schemaBytes = 200_000;
    expect(bytes.length).toBeGreaterThan(schemaBytes);
    for (const from of [schemaBytes, bytes.length / 2, bytes.length - 4096 * 8]) {
      writeFileSync(file, Buffer.concat([bytes.subarray(0, from), Buffer.alloc(bytes.length - from, 0xff)]));
      const { code, err } = await runInProcess(['backup', 'x.backup'], cwd);
      expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('STORE_UNREADABLE') });
      expect(err).not.toContain('crashed');
      expect(readdirSync(cwd)).not.toContainEqual(expect.stringContaining('backup'));
    }
  });

  it('refuse a folder that does not exist, and create none', async () => {
    const cwd = await makeShop();
    const { code, err } = await runInProcess(['backup', 'backups/x.backup'], cwd);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('There is no folder "backups".') });
    expect(existsSync(join(cwd, 'backups'))).toBe(false);
  });

  it('leave nothing unfinished when they are interrupted, nor what was left when one was killed', async () => {
    const cwd = await makeShop();
    const interrupted = await runInWorld(['backup', 'x.backup'], {
      cwd,
      env: {},
      onInterrupt: (listener) => {
        listener(1);
        return () => {};
      },
    });
    const parts = () => readdirSync(cwd).filter((name) => name.includes('backup'));
    expect([interrupted.code, parts()]).toEqual([130, []]);
    const { pid: dead } = spawnSync('true');
    const [ofDead, ofLiving] = [dead, process.ppid].map(
      (pid) => `x.backup.${toName(hostname())}-${pid}-0123456789ab.part`,
    );
    for (const name of [ofDead, ofLiving]) writeFileSync(join(cwd, name ?? ''), 'half');
    expect((await runInProcess(['backup', 'x.backup'], cwd)).code).toBe(0);
    expect(parts().toSorted()).toEqual(['x.backup', ofLiving]);
  });

  it('keep the file from others', async () => {
    const cwd = await makeShop();
    await runInProcess(['backup', 'x.backup'], cwd);
    expect(statSync(join(cwd, 'x.backup')).mode & 0o777).toBe(0o600);
  });

  it('refuse a forged file, and say which row is wrong', async () => {
    const cwd = await makeShop();
    await runInProcess(['backup', 'x.backup'], cwd);
    for (const [from, to] of [
      ['["items",{"no":1', '["items",{"no":"1"'],
      ['\\"msg\\":\\"Answer.\\"', '\\"msg\\":7'],
    ] as const) {
      writeFileSync(join(cwd, 'forged.backup'), forge(readFileSync(join(cwd, 'x.backup')), from, to));
      const { code, err } = await runInProcess(['restore', 'forged.backup', '--db', 'new.db'], cwd);
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(/Row \d+ of the backup.*BACKUP_UNREADABLE/s),
      });
    }
  });
});

describe('turnwise snapshot', () => {
  it('gives the same bytes again, lists itself, and compares two', async () => {
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
    expect((await runInProcess(['purge', 'shop', 'c/d', '--yes'], cwd)).out).toBe(
      'Permanently deleted "c/d" from dataset "shop".\n',
    );
    const gone = await runInProcess(['purge', 'shop', 'c/d', '--yes'], cwd);
    expect(gone).toMatchObject({ code: 2, err: expect.stringContaining('ITEM_UNKNOWN') });
    expect((await runInProcess(['export'], cwd)).out).not.toContain('c/d');
  });
});
