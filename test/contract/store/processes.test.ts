import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { beginCalibration, makeResult, makeSamples } from './calibration-records.ts';
import { engines } from './engines.ts';
import { createRun, isAlive, isExpired, makeGraded, makeOwner, recordConversation, toList } from './records.ts';

const program = fileURLToPath(new URL('./store-process.ts', import.meta.url));

type Task = 'write' | 'grade' | 'calibrate' | 'read' | 'open' | 'fill';

/** `before`: a command for the shell that starts the process. */
function start(path: string, task: Task, before = ':') {
  const words = [process.execPath, '--no-warnings', program, path, task];
  const child = spawn('sh', ['-c', `${before}; exec "$@"`, 'sh', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  return { child, exited, lines: createInterface({ input: child.stdout }) };
}

describe.each(engines)('several processes on $name', ({ makeDatabase }) => {
  it('lets another process follow a run while it is written', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const writer = await createRun(store);
    const { exited, lines } = start(database.path, 'read');
    const seen: string[] = [];
    const followed = (async () => {
      for await (const line of lines) seen.push(line);
    })();
    for (let position = 0; position < 100; position += 1) await recordConversation(writer, { position });
    await writer.close('completed');
    await followed;
    expect((await exited)[0]).toBe(0);
    expect(seen).toHaveLength(2 + 100 * 3);
    expect(seen.at(-1)).toBe('run-end');
  });

  it('has everything that was acknowledged when a process is killed, and continues from there', async () => {
    const database = makeDatabase();
    const { child, exited, lines } = start(database.path, 'write');
    let acknowledged = -1;
    for await (const line of lines) {
      acknowledged = Number(line);
      if (acknowledged === 50) child.kill('SIGKILL');
    }
    await exited;
    const store = await database.open();
    const marks = await toList(store.runs.marks('run-1'));
    expect(marks.filter((mark) => mark.status === 'pass').length).toBeGreaterThanOrEqual(acknowledged + 1);
    expect((await store.runs.find('run-1'))?.counts.pass).toBe(marks.filter((mark) => mark.status === 'pass').length);
    await expect(store.runs.claim('run-1', makeOwner('second'), isAlive)).rejects.toMatchObject({
      code: 'STORE_RUN_HELD',
    });
    const writer = await store.runs.claim('run-1', makeOwner('second'), isExpired);
    expect(await recordConversation(writer, { position: 100_000 })).toBe(marks.length + 1);
  });

  it('has every conversation that a killed process said it graded, and grades the others', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const run = await createRun(store);
    const positions = Array.from({ length: 400 }, (_, position) => position);
    await Promise.all(positions.map((position) => recordConversation(run, { position })));
    await run.close('completed');
    const { child, exited, lines } = start(database.path, 'grade');
    let acknowledged = 0;
    for await (const line of lines) {
      acknowledged = Number(line);
      if (acknowledged === 50) child.kill('SIGKILL');
    }
    await exited;
    expect((await store.runs.find('run-1'))?.grading).toBeUndefined();
    const grading = { spec: { hash: 'h' }, owner: makeOwner('second') };
    await expect(store.runs.grade('run-1', grading, isAlive)).rejects.toMatchObject({ code: 'STORE_RUN_HELD' });
    const writer = await store.runs.grade('run-1', grading, isExpired);
    expect([writer.number, writer.graded.size >= acknowledged]).toEqual([1, true]);
    const left = positions.map((position) => position + 1).filter((number) => !writer.graded.has(number));
    await Promise.all(left.map((number) => writer.record(number, makeGraded())));
    await writer.close('completed');
    expect((await store.runs.find('run-1'))?.grading?.counts.fail).toBe(400);
  });

  it('has every answer that a killed process said it recorded, and asks for the others', async () => {
    const database = makeDatabase();
    const { child, exited, lines } = start(database.path, 'calibrate');
    let acknowledged = 0;
    for await (const line of lines) {
      acknowledged = Number(line);
      if (acknowledged === 50) child.kill('SIGKILL');
    }
    await exited;
    const store = await database.open();
    const ids = Array.from({ length: 400 }, (_, index) => `sample-${index}`);
    const same = { samples: makeSamples(ids), owner: makeOwner('second') };
    await expect(beginCalibration(store, same)).rejects.toMatchObject({ code: 'STORE_RUN_HELD' });
    const writer = await beginCalibration(store, { ...same, isExpired });
    const isDone = (sample: string) => writer.has({ judge: 0, sample, repeat: 0, variant: 'plain' });
    expect(ids.slice(0, acknowledged).every(isDone)).toBe(true);
    await Promise.all(ids.filter((id) => !isDone(id)).map((id) => writer.record(makeResult(id))));
    await writer.close('completed');
    expect(await store.calibrations.find('cal-1')).toMatchObject({ recorded: 400, endedAt: expect.any(String) });
    expect(await toList(store.calibrations.results('cal-1'))).toHaveLength(400);
  });

  it('opens a new database from several processes at once', async () => {
    const database = makeDatabase();
    const codes = await Promise.all([0, 1, 2, 3].map(async () => (await start(database.path, 'open').exited)[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    await createRun(await database.open());
  });

  it('says that a full disk cannot be used', async () => {
    // A limit on the size of files stands for the disk.
    const { exited, lines } = start(makeDatabase().path, 'fill', 'ulimit -f 8000');
    const answers: string[] = [];
    for await (const line of lines) answers.push(line);
    expect(answers).toEqual(['STORE_FULL']);
    expect((await exited)[0]).toBe(0);
  });

  it('lets two stores write to two runs of one database', async () => {
    const database = makeDatabase();
    const stores = [await database.open(), await database.open()];
    await Promise.all(
      stores.map(async (store, index) => {
        const writer = await createRun(store, `run-${index}`);
        for (let position = 0; position < 100; position += 1) await recordConversation(writer, { position });
        await writer.close('completed');
      }),
    );
    for (const run of (await stores[0]?.runs.list()) ?? []) expect(run.counts.pass).toBe(100);
  });
});
