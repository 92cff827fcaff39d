import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { runCli } from '../../src/cli/run-cli.ts';
import { ItemList } from '../../src/contract/item-answer.ts';
import { examplesFolder, plainEnvironment } from '../support/examples.ts';
import { repository, runBin } from '../support/run-bin.ts';
import { type Finished, runInProcess } from '../support/run-in-process.ts';
import { makeProject } from '../support/temp-project.ts';

const makeStore = () => join(makeProject(), 'demo.db');

function startOnce(store: string): Promise<Finished> {
  return runInProcess(['demo', '--once', '--store', store], examplesFolder, plainEnvironment);
}

/** Starts the demo, and presses Ctrl-C when it has said something. */
async function startUntil(text: string, onSaid: (out: string) => Promise<void> | void = () => {}): Promise<Finished> {
  const said = { out: '', err: '' };
  const heard = Promise.withResolvers<void>();
  const listeners = new Set<(times: number) => void>();
  const io: Io = {
    out: (printed) => {
      said.out += printed;
      if (said.out.includes(text)) heard.resolve();
    },
    err: (printed) => {
      said.err += printed;
    },
    ...{ cwd: examplesFolder, env: plainEnvironment, isInteractive: false, columns: 100 },
    color: { out: false, err: false },
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const ended = runCli(['demo', '--store', makeStore()], io);
  ended.then(() => heard.reject(new Error(`It ended without saying "${text}".`)), heard.reject);
  await heard.promise;
  await onSaid(said.out);
  for (const tell of listeners) tell(1);
  return { code: await ended, ...said };
}

describe('npm start', () => {
  it('walks through the examples and ends, from the built package', () => {
    const { code, out } = runBin(['demo', '--once', '--store', makeStore()], join(repository, 'examples'));
    expect(code).toBe(0);
    expect(out).toContain('✓ ');
  });

  it('plays the examples, imports the ground truth, and brings back what failed', async () => {
    const { code, out } = await startOnce(makeStore());
    expect(code).toBe(0);
    expect(out).toMatch(/careless +script +0\.0 %/);
    expect(out).toContain('21 items: 21 created.');
    expect(out).toMatch(/desk +62\.5 % .* n=8 +5 +3 /);
    expect(out).toMatch(/\$ turnwise import run:[\w-]+ --status fail --dataset support-failed\n\n3 items: 3 created\./);
    expect(out).toMatch(/\nsupport +8 +12 +1\nsupport-failed +0 +3 +0\n/);
    expect(out).toContain('Turn 3, must-mention-1: The reply does not contain "No"');
    expect(out).toMatch(/desk-bot fails 1 of 3, first at the 1st reply\.\n(.*\n){6,70}Your own project:/);
    expect(out).toMatch(/careful +trusted\nhasty +not trusted: .*\n? .*it does not read the conversation/);
    expect(out.split('\n').length).toBeLessThan(260);
  });

  it('leaves what people changed as it is when it is started again', async () => {
    const store = makeStore();
    await startOnce(store);
    const edited = { id: 'newsletter', datasetName: 'support', status: 'draft', comment: 'Mine now.' };
    const cwd = makeProject({
      'mine.jsonl': JSON.stringify({ ...edited, history: [{ role: 'user', msg: 'Stop it.' }] }),
    });
    await runInProcess(['import', 'mine.jsonl', '--mode', 'upsert', '--store', store], cwd);
    const labels = () => runInProcess(['label', 'support', '--list', '--json', '--store', store], cwd);
    const given = await labels();
    const kept = await runInProcess(['export', '--store', store], cwd);
    const { code, out } = await startOnce(store);
    expect(code).toBe(0);
    expect(out.match(/Already here from an earlier start: the dataset "[\w-]+"/g)).toHaveLength(2);
    expect(await runInProcess(['export', '--store', store], cwd)).toEqual(kept);
    expect(kept.out).toContain('Mine now.');
    expect(await labels()).toEqual(given);
    expect(given.out).toContain('jonas');
  });

  it('then serves them until Ctrl-C, on a free port where the usual one is taken', async () => {
    await takeUsualPort();
    const { code, err } = await startUntil('Ctrl-C stops it.', async (out) => {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0] ?? '';
      const token = /Bearer ([\w-]+)/.exec(out)?.[1] ?? '';
      expect(url).not.toMatch(/:4747$/);
      const ask = async (path: string) =>
        (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
      expect(await ask('/v1/stats')).toMatchObject({ datasets: 2, items: { approved: 8, draft: 15, skipped: 1 } });
      expect(out.trimEnd().split('\n').slice(-3)).toEqual([
        '8 conversations wait for you, 6 complete, 2 with something missing. Open this in a browser:',
        '',
        `  ${url}/?token=${token}`,
      ]);
      const { items } = ItemList.parse(await ask('/v1/assignments/my'));
      // What failed has its run in its id.
      expect(items.map(({ id }) => id.split('~')[1] ?? id)).toEqual([
        ...['sofa-too-wide', 'express-came-late', 'charged-twice', 'lamp-hums', 'lieferung-in-die-schweiz'],
        ...['broken-glasses', 'gift-card', 'refund-time'],
      ]);
      expect(await ask('/v1/search?q=broken%20glass')).toMatchObject({
        results: [{ title: 'Damage and warranty' }],
      });
    });
    expect(code).toBe(0);
    expect(err).not.toContain('SERVE_PORT_TAKEN');
  });

  it('begins nothing any more after Ctrl-C', async () => {
    const { code, out } = await startUntil('1. ');
    expect(code).toBe(130);
    expect(out).not.toContain('2. ');
  });
});

/** Whoever has the port: it is taken. */
async function takeUsualPort(): Promise<void> {
  const other = createServer();
  const settled = once(other, 'listening').catch(() => {});
  other.listen(4747, '127.0.0.1');
  await settled;
  onTestFinished(() => void other.close());
}
