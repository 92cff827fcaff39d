import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import type { StoredConversation } from '../../src/conversation/stored-conversation.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeFastClock } from '../support/fake-clock.ts';
import { startServer } from '../support/local-server.ts';
import { runInWorld } from '../support/run-in-process.ts';
import { runScript } from '../support/run-script.ts';
import { makeProject } from '../support/temp-project.ts';

async function readStored(cwd: string): Promise<readonly StoredConversation[]> {
  const store = await openSqliteStore(toDatabase(cwd), { clock: systemClock });
  const [run] = await store.runs.list();
  const stored = await Array.fromAsync(store.runs.conversations(run?.id ?? ''));
  await store.close();
  return stored;
}

function toDatabase(cwd: string): string {
  return join(cwd, '.turnwise', 'turnwise.db');
}

/** As text goes over the terminal it is wrapped; what it says is compared. */
function unwrap(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

describe('a disk that is full', () => {
  const count = 100;
  const project = {
    'targets.yaml': 'targets:\n  - {id: echo, provider: builtin, model: echo}\n',
    'big.eval.jsonl': Array.from({ length: count }, (_, index) => toBigCase(index)).join(''),
  };
  /** A shell in which small disks can be mounted, where the system gives leave. */
  const mounting = ['unshare', '-Urm', 'sh'] as const;
  const canMount = runScript('mount -t tmpfs -o size=64k tmpfs .', { cwd: tmpdir(), shell: mounting }).code === 0;

  it('ends the run and says what to do; what was recorded stays, and the run can be resumed when there is room', async () => {
    const cwd = makeProject(project);
    // Blocks of 512 bytes, in some shells of 1024: either way less than is to be recorded.
    const { code, out, err } = runScript('ulimit -f 1800; turnwise run big.eval.jsonl --quiet -c 4', { cwd });
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('STORE_FULL') });
    expect(unwrap(err)).toMatch(/Free some space, then try again or resume the run\. .*turnwise run --resume \S+/);
    const before = (await readStored(cwd)).filter(({ end }) => end !== undefined);
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(count);
    expect(out).toContain(`, n=${before.length}) `);

    const resumed = { code: 0, err: expect.stringMatching(/^Resuming run .*\n$/) };
    expect(runScript('turnwise run --resume --quiet', { cwd })).toMatchObject(resumed);
    const after = await readStored(cwd);
    expect(after.map(({ end, replies }) => [end?.status, replies.length])).toEqual(new Array(count).fill(['pass', 1]));
    // What was recorded before is untouched, to the latency.
    const numbers = new Set(before.map(({ number }) => number));
    expect(after.filter(({ number }) => numbers.has(number))).toEqual(before);
  });

  const device = '/dev/full';

  it.runIf(existsSync(device))('comes before a report that cannot be written either', () => {
    const cwd = makeProject(project);
    const script = `ulimit -f 1800; turnwise run big.eval.jsonl --quiet -c 4 --html ${device}`;
    const { code, err } = runScript(script, { cwd });
    expect(code).toBe(3);
    expect(unwrap(err)).toMatch(/STORE_FULL.*"\/dev\/full" cannot be written: ENOSPC\..*FILE_NOT_WRITTEN/);
    expect(err).not.toContain('Everything is recorded');
  });

  // Only a disk of its own can be filled; where none may be mounted, the test above covers it with a limit on files.
  it.skipIf(!canMount)('is reported as a full disk when it is really full', () => {
    const cwd = makeProject(project);
    const script = `
      mkdir small && mount -t tmpfs -o size=900k tmpfs small
      turnwise run big.eval.jsonl --quiet --db small/runs.db; echo "exit $?" >&2
      mount -o remount,size=16m small
      turnwise run --resume --quiet --db small/runs.db; echo "exit $?" >&2`;
    const { err, out } = runScript(script, { cwd, shell: mounting });
    expect(unwrap(err)).toMatch(
      /The disk is full, so Turnwise cannot save anything more\. .*exit 3 Resuming run .*exit 0 $/,
    );
    expect(out).toContain(`, n=${count}) `);
  });
});

/** 10 KB a case. */
function toBigCase(index: number): string {
  const content = `case ${index} ${'lorem ipsum '.repeat(850)}`;
  const graders = [{ contains: 'case' }];
  return `${JSON.stringify({ id: `c${index}`, input_messages: [{ role: 'user', content }], graders })}\n`;
}

describe('a database that another program has locked', () => {
  const count = 12;
  const clock = makeFastClock(20);
  const run = (cwd: string, what: string, time: Clock) =>
    runInWorld(['run', what, '--quiet', '-c', '2'], { cwd, env: {}, clock: time });

  /** A project whose target, at its fifth call, locks the database as another program would. */
  async function openLocked(onLock: (lock: DatabaseSync) => void) {
    let calls = 0;
    let cwd = '';
    const server = await startServer((response, { body }) => {
      calls += 1;
      if (calls === 5) onLock(openLock(toDatabase(cwd)));
      response.setHeader('content-type', 'text/plain').end(JSON.parse(body).question);
    });
    cwd = makeProject({
      'targets.yaml': `targets:\n  - {id: bot, provider: http, url: "${server.url}"}\n`,
      'a.eval.jsonl': Array.from({ length: count }, (_, index) => toScript(index)).join(''),
    });
    return { cwd, received: server.received };
  }

  it('is waited for', async () => {
    const release = (lock: DatabaseSync) => void systemClock.sleep(1000).then(() => lock.exec('rollback'));
    const { cwd, received } = await openLocked(release);
    expect(await run(cwd, 'a.eval.jsonl', systemClock)).toMatchObject({ code: 0, err: '' });
    expect(received).toHaveLength(2 * count);
  });

  it('ends the run when that takes too long; a resumed run asks for nothing recorded again', async () => {
    let lock: DatabaseSync | undefined;
    const { cwd, received } = await openLocked((taken) => {
      lock = taken;
    });
    const { code, err } = await run(cwd, 'a.eval.jsonl', clock);
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('STORE_LOCKED') });
    expect(unwrap(err)).toContain(
      'Another program kept the database locked for too long. Close that program and try again.',
    );
    lock?.exec('rollback');
    const recorded = (await readStored(cwd)).flatMap(({ replies }) => replies).length;
    expect(recorded).toBeGreaterThan(0);
    const lost = received.length - recorded;
    // No more than one reply for each of the two conversations at work.
    expect(lost).toBeLessThanOrEqual(2);

    // It could not release the run, and this process is still alive: the lease expires by its silence.
    const later = { ...clock, now: () => clock.now() + 61_000 };
    expect(await run(cwd, '--resume', later)).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^Resuming run .*\n$/),
    });
    expect(received).toHaveLength(2 * count + lost);
    const stored = await readStored(cwd);
    expect(stored.map(({ end, replies }) => [end?.status, replies.length])).toEqual(new Array(count).fill(['pass', 2]));
  });
});

describe('a medium that cannot be written', () => {
  const project = {
    'targets.yaml': 'targets:\n  - {id: echo, provider: builtin, model: echo}\n',
    'a.eval.jsonl': toScript(1),
    'items.jsonl': `${JSON.stringify({ id: 'x', datasetName: 'demo', history: [{ role: 'user', msg: 'Hello?' }] })}\n`,
  };
  const mounting = ['unshare', '-Urm', 'sh'] as const;
  const canMount = runScript('mount -t tmpfs -o size=64k tmpfs .', { cwd: tmpdir(), shell: mounting }).code === 0;

  // Nothing but a medium of its own keeps every user from writing.
  it.skipIf(!canMount)('shows and exports its content, and says why nothing can be added', () => {
    const cwd = makeProject(project);
    const script = `
      mkdir disc && mount -t tmpfs -o size=16m tmpfs disc
      turnwise run a.eval.jsonl --quiet --db disc/a.db --target echo >/dev/null
      turnwise import items.jsonl --db disc/a.db >/dev/null
      mount -o remount,ro disc
      for words in runs 'show last' 'export' 'compare last last' 'backup out.backup' 'snapshot list'; do
        turnwise $words --db disc/a.db >out.txt 2>err.txt; echo "$words: $? $(grep -c . out.txt) $(cat err.txt)"
      done
      turnwise import items.jsonl --db disc/a.db 2>&1
      ls disc`;
    const { out, err } = runScript(script, { cwd, shell: mounting });
    expect(err).toBe('');
    const lines = out.split('\n');
    expect(lines.slice(0, 6).map((line) => line.replace(/\d+ $/, 'n'))).toEqual([
      ...['runs: 0 n', 'show last: 0 n', 'export: 0 n', 'compare last last: 0 n', 'backup out.backup: 0 n'],
      'snapshot list: 0 n',
    ]);
    expect(unwrap(out)).toContain('STORE_UNREADABLE');
    expect(out).toMatch(/\na\.db\n$/);
  });
});

describe('a database that is removed while it is written to', () => {
  const count = 8;
  const verdict = JSON.stringify({ score: 1, reason: 'Fine.' });
  const replaced = { code: 3, err: expect.stringContaining('STORE_REPLACED') };

  /** A project whose target removes its records at the third call, as a clean checkout would. */
  async function openProject(files: Readonly<Record<string, string>>, reply: string) {
    let calls = 0;
    let cwd = '';
    const server = await startServer((response) => {
      calls += 1;
      if (calls === 3) rmSync(join(cwd, '.turnwise'), { recursive: true });
      response.setHeader('content-type', 'text/plain').end(reply);
    });
    const targets = `targets:\n  - {id: bot, provider: http, url: "${server.url}"}\n`;
    cwd = makeProject({ 'targets.yaml': targets, ...files });
    return { cwd, received: server.received };
  }

  const type = (cwd: string, ...args: readonly string[]) => runInWorld(args, { cwd, env: {}, clock: systemClock });
  const evalFile = { 'a.eval.jsonl': Array.from({ length: count }, (_, index) => toScript(index)).join('') };
  const samples = Array.from({ length: count }, (_, index) => ({
    messages: [
      { role: 'user', content: `Question ${index}` },
      { role: 'assistant', content: 'Answer.' },
    ],
    expected: 1,
  }));
  const deck = {
    'tone.deck.md': '+++\ntarget = "bot"\n+++\n# Judge\n\nJudge the reply.\n\n![contexts](tone.deck.toml)\n',
    'tone.deck.toml': '[contexts.fullConversation]\nassistantQuestion = "Which conversation do I grade?"\n',
    'tone.samples.jsonl': samples.map((sample) => `${JSON.stringify(sample)}\n`).join(''),
  };

  it('ends a run, which asks for nothing more and claims nothing', async () => {
    const { cwd, received } = await openProject(evalFile, 'case');
    const finished = await type(cwd, 'run', 'a.eval.jsonl', '--quiet', '-c', '1');
    expect(finished).toMatchObject(replaced);
    expect(received.length).toBeLessThan(2 * count);
    expect(existsSync(toDatabase(cwd))).toBe(false);
  });

  it('ends a calibration', async () => {
    const { cwd, received } = await openProject(deck, verdict);
    const finished = await type(cwd, 'calibrate', 'tone.deck.md', '--samples', 'tone.samples.jsonl', '-c', '1');
    expect(finished).toMatchObject(replaced);
    expect(received.length).toBeLessThan(count);
  });

  it('ends a grading', async () => {
    const { cwd } = await openProject({ ...evalFile, ...deck }, verdict);
    const echo = 'targets:\n  - {id: echo, provider: builtin, model: echo}\n';
    writeFileSync(
      join(cwd, 'targets.yaml'),
      `${readFileSync(join(cwd, 'targets.yaml'), 'utf8')}${echo.split('\n')[1]}\n`,
    );
    expect((await type(cwd, 'run', 'a.eval.jsonl', '--target', 'echo', '--quiet')).err).toBe('');
    const grade = ['grade', 'last', '--grader', 'tone.deck.md', '-c', '1', '--quiet'];
    expect(await type(cwd, ...grade)).toMatchObject(replaced);
  });

  it('ends an import', async () => {
    const cwd = makeProject();
    async function* input() {
      for (let index = 0; index < 3000; index += 1) {
        const history = [{ role: 'user', msg: `Question ${index}` }];
        yield Buffer.from(`${JSON.stringify({ id: `i-${index}`, datasetName: 'demo', history })}\n`);
        if (index === 1500) rmSync(join(cwd, '.turnwise'), { recursive: true });
      }
    }
    const finished = await runInWorld(['import', '-'], { cwd, env: {}, clock: systemClock, input });
    expect(finished).toMatchObject(replaced);
    expect(finished.out).toBe('');
  });
});

function openLock(path: string): DatabaseSync {
  const lock = new DatabaseSync(path);
  onTestFinished(() => lock.close());
  lock.exec('begin exclusive');
  return lock;
}

function toScript(index: number): string {
  const turns = [{ user: `case ${index} one` }, { user: `case ${index} two` }];
  return `${JSON.stringify({ id: `c${index}`, turns, graders: [{ contains: 'case', when: 'all' }] })}\n`;
}
