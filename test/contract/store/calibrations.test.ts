import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toItemCluster } from '../../../src/conversation/cluster.ts';
import type { JudgedSample } from '../../../src/conversation/judge/calibration.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { beginCalibration, calibrationSpec, makeResult, makeSample, makeSamples } from './calibration-records.ts';
import { engines } from './engines.ts';
import { saveItem, toKey } from './items.ts';
import { createRun, isAlive, isExpired, makeJudgment, makeOwner, makeStart, makeVerdict, toList } from './records.ts';

const second = { ...makeOwner('second'), process: 456 };

describe.each(engines)('a calibration on $name', ({ makeDatabase }) => {
  it('keeps its samples in their order, and its results by judge, sample, variant and repeat', async () => {
    const store = await makeDatabase().open();
    const samples = makeSamples(['b', 'a']).toReversed();
    const writer = await beginCalibration(store, { samples });
    const ungraded: JudgedSample = {
      ...{ judge: 1, sample: 'b', repeat: 0, variant: 'shuffled' },
      verdict: { grader: 'tone', turnIndex: null, status: 'ungraded', cause: 'not-applicable', evidence: { a: 1 } },
    };
    const written = [
      ungraded,
      makeResult('b', { repeat: 1 }),
      makeResult('b', { judge: 1 }),
      makeResult('b'),
      makeResult('a'),
    ];
    await Promise.all(written.map((result) => writer.record(result)));
    expect(await toList(store.calibrations.samples('cal-1'))).toEqual(samples);
    // Given in the other order, "a" comes before "b".
    expect(await toList(store.calibrations.results('cal-1'))).toEqual([
      written[4],
      written[3],
      written[1],
      written[2],
      ungraded,
    ]);
    expect(await toList(store.calibrations.results('none'))).toEqual([]);
    expect(await toList(store.calibrations.samples('none'))).toEqual([]);
  });

  it('comes back whole, whatever samples and judges say', async () => {
    const store = await makeDatabase().open();
    let count = 0;
    const text = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(text, { minLength: 1, maxLength: 4 }), text, async (ids, said) => {
        count += 1;
        const id = `cal-${count}`;
        const samples = ids.map((name) => ({ judge: 1, cluster: said, sample: { ...makeSample(name), reason: said } }));
        const writer = await beginCalibration(store, { id, spec: { hash: id }, samples });
        const results = ids.map((name) => makeResult(name, { judge: 1, judgment: makeJudgment(null, 'tone', said) }));
        await Promise.all(results.map((result) => writer.record(result)));
        await writer.close('completed');
        expect(await toList(store.calibrations.samples(id))).toEqual(samples);
        expect(await toList(store.calibrations.results(id))).toEqual(results);
      }),
      { numRuns: 30 },
    );
  });

  it('has its progress, its owner and its end', async () => {
    const clock = new FakeClock();
    const store = await makeDatabase().open(clock);
    const writer = await beginCalibration(store);
    const open = {
      ...{ id: 'cal-1', spec: calibrationSpec, expected: 4, recorded: 0, owner: makeOwner('calibrator') },
      startedAt: new Date(clock.now()).toISOString(),
      heartbeatAt: new Date(clock.now()).toISOString(),
    };
    expect(await store.calibrations.find('cal-1')).toEqual(open);
    await writer.record(makeResult('a'));
    await writer.record(makeResult('a'));
    expect(await store.calibrations.find('cal-1')).toMatchObject({ recorded: 1 });
    expect(await store.calibrations.findOpen('h', isExpired)).toEqual(await store.calibrations.find('cal-1'));
    await writer.close('completed');
    const { owner: _, heartbeatAt: _beat, ...ended } = open;
    expect(await store.calibrations.find('cal-1')).toEqual({ ...ended, recorded: 1, endedAt: expect.any(String) });
    expect(await store.calibrations.findOpen('h', isExpired)).toBeUndefined();
    expect(await store.calibrations.find('cal-2')).toBeUndefined();
  });

  it('that was stopped is resumed by a process that asks for the same, and keeps what it has', async () => {
    const database = makeDatabase();
    const first = await beginCalibration(await database.open());
    await first.record(makeResult('a'));
    await first.close('stopped');
    const store = await database.open();
    const writer = await beginCalibration(store, { id: 'cal-2', samples: makeSamples(['b', 'a']), owner: second });
    expect(writer.id).toBe('cal-1');
    const key = { judge: 0, sample: 'a', repeat: 0, variant: 'plain' } as const;
    expect([writer.has(key), writer.has({ ...key, judge: 1 }), writer.has({ ...key, repeat: 1 })]).toEqual([
      true,
      false,
      false,
    ]);
    await writer.record(makeResult('a', { judgment: makeJudgment(null, 'tone', 'Something else.') }));
    await writer.record(makeResult('b', { judge: 1 }));
    await writer.close('completed');
    const results = await toList(store.calibrations.results('cal-1'));
    expect(results).toEqual([makeResult('a'), makeResult('b', { judge: 1 })]);
    expect(countRows(database.path).messages).toBe(2 + 2 + 2);
    expect(await store.calibrations.find('cal-1')).toMatchObject({ recorded: 2, expected: 4 });
    expect((await beginCalibration(store, { id: 'cal-3' })).id).toBe('cal-3');
  });

  it('is written by one process at a time', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const writer = await beginCalibration(store);
    const held = { code: 'STORE_RUN_HELD', message: expect.stringContaining('Calibration cal-1 ') };
    await expect(beginCalibration(await database.open(), { owner: second })).rejects.toMatchObject(held);
    await expect(store.calibrations.findOpen('h', isAlive)).rejects.toMatchObject(held);
    const other = await beginCalibration(await database.open(), { owner: second, isExpired });
    await expect(writer.record(makeResult('a'))).rejects.toMatchObject(held);
    await expect(writer.close('completed')).rejects.toMatchObject(held);
    await other.record(makeResult('a'));
    await other.close('stopped');
    expect(await store.calibrations.findOpen('h', isAlive)).toMatchObject({ id: 'cal-1', recorded: 1 });
    await expect(writer.heartbeat()).rejects.toMatchObject({ code: 'STORE_RUN_HELD' });
    expect(await store.calibrations.find('cal-1')).toMatchObject({ recorded: 1 });
  });

  it('takes no result of a sample that its judge does not have', async () => {
    const writer = await beginCalibration(await makeDatabase().open(), {
      samples: makeSamples(['a']).filter(({ judge }) => judge === 0),
    });
    expect(() => writer.record(makeResult('a', { judge: 1 }))).toThrow('no sample "a"');
    expect(() => writer.record(makeResult('a', { verdict: makeVerdict(null, 'other') }))).toThrow('judgment');
  });

  it('is listed newest first, a page at a time', async () => {
    const store = await makeDatabase().open();
    for (const n of [1, 2, 3])
      await (await beginCalibration(store, { id: `cal-${n}`, spec: { hash: `${n}` } })).close('completed');
    const list = async (options?: { limit?: number; before?: string }) =>
      (await store.calibrations.list(options)).map(({ id }) => id);
    expect(await list()).toEqual(['cal-3', 'cal-2', 'cal-1']);
    expect(await list({ limit: 2 })).toEqual(['cal-3', 'cal-2']);
    expect(await list({ before: 'cal-2' })).toEqual(['cal-1']);
  });

  it('remembers which judges were tried on which test samples, and takes no use back', async () => {
    const store = await makeDatabase().open();
    const use = (judge: string, at: string, samples: string[]) => ({ judge, at, place: 0, samples });
    const spec = { split: 'test' as const, hash: 't' };
    const first = [use('aaaaaaaa', '2026-01-01', ['s1', 's2'])];
    await (await beginCalibration(store, { id: 'cal-1', spec, testSetUses: first })).close('completed');
    const second = [use('aaaaaaaa', '2026-01-02', ['s2', 's3']), use('bbbbbbbb', '2026-01-02', ['s2'])];
    await (await beginCalibration(store, { id: 'cal-2', spec, testSetUses: second })).close('completed');
    await store.calibrations.remove('cal-1', isAlive);
    const list = async (...samples: string[]) => store.calibrations.testSetUses(samples);
    expect(await list('s1')).toEqual([use('aaaaaaaa', '2026-01-01', ['s1'])]);
    expect(await list('s2', 's3')).toEqual([
      use('aaaaaaaa', '2026-01-01', ['s2']),
      use('aaaaaaaa', '2026-01-02', ['s3']),
      use('bbbbbbbb', '2026-01-02', ['s2']),
    ]);
    expect(await list('s4')).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it('keeps the text of the deck and every sample once, and reads more than a page of results', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const ids = Array.from({ length: 250 }, (_, n) => `sample-${String(n).padStart(3, '0')}`);
    const writer = await beginCalibration(store, { samples: makeSamples(ids) });
    const results = [0, 1].flatMap((judge) => ids.map((id) => makeResult(id, { judge })));
    await Promise.all(results.map((result) => writer.record(result)));
    await writer.close('completed');
    expect(await toList(store.calibrations.results('cal-1'))).toEqual(results);
    expect(await toList(store.calibrations.samples('cal-1'))).toEqual(makeSamples(ids));
    // The samples, the replies, and the two messages of the request.
    expect(countRows(database.path).messages).toBe(250 + 250 + 2);
  });
});

describe.each(engines)('removing calibrations on $name', ({ makeDatabase }) => {
  it('keeps one with a living owner, and removes all of it when its lease has expired', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const ids = Array.from({ length: 120 }, (_, n) => `s${n}`);
    const writer = await beginCalibration(store, { samples: makeSamples(ids) });
    await Promise.all(ids.map((id) => writer.record(makeResult(id))));
    await expect(store.calibrations.remove('cal-1', isAlive)).rejects.toMatchObject({ code: 'STORE_RUN_HELD' });
    expect(await store.calibrations.remove('cal-1', isExpired)).toBe(true);
    expect(await store.calibrations.remove('cal-1', isExpired)).toBe(false);
    await expect(writer.heartbeat()).rejects.toMatchObject({ code: 'CALIBRATION_UNKNOWN' });
    expect(await store.calibrations.list()).toEqual([]);
    expect(countRows(database.path)).toEqual(noRows);
  });

  it('keeps messages that a run or another calibration uses too, in whichever order they go', async () => {
    const database = makeDatabase();
    const store = await database.open();
    const run = await createRun(store);
    const number = run.begin(makeStart());
    await run.recordVerdicts(number, [makeVerdict(null, 'tone')], [makeJudgment(null, 'tone', 'Of a: {"score": 1}')]);
    await run.close('completed');
    const judged = await store.runs.judgments('run-1', number);
    for (const id of ['cal-1', 'cal-2', 'cal-3']) {
      const writer = await beginCalibration(store, { id, spec: { hash: id } });
      await writer.record(makeResult('a'));
      await writer.close('completed');
    }
    expect(countRows(database.path).messages).toBe(3 + 2);
    await store.runs.remove('run-1', isAlive);
    await store.calibrations.remove('cal-1', isAlive);
    expect(await toList(store.calibrations.results('cal-2'))).toEqual([makeResult('a')]);
    await store.calibrations.remove('cal-3', isAlive);
    expect(await toList(store.calibrations.results('cal-2'))).toEqual([makeResult('a')]);
    const again = await createRun(store, 'run-2');
    again.begin(makeStart());
    await again.recordVerdicts(1, [makeVerdict(null, 'tone')], [makeJudgment(null, 'tone', 'Of a: {"score": 1}')]);
    await again.close('completed');
    await store.calibrations.remove('cal-2', isAlive);
    expect(await store.runs.judgments('run-2', 1)).toEqual(judged);
    await store.runs.remove('run-2', isAlive);
    expect(countRows(database.path)).toEqual(noRows);
  });

  it('never shares a number with a run', async () => {
    const database = makeDatabase();
    const store = await database.open();
    await createRun(store, 'run-1');
    await beginCalibration(store);
    await createRun(store, 'run-2');
    await store.calibrations.remove('cal-1', isExpired);
    await beginCalibration(store, { id: 'cal-2' });
    expect(listNumbers(database.path)).toEqual({ runs: [1, 3], calibrations: [4] });
    expect((await store.runs.list()).map(({ id }) => id)).toEqual(['run-2', 'run-1']);
  });
});

describe.each(engines)('purging an item on $name', ({ makeDatabase }) => {
  it('erases the samples made of it from every calibration, and leaves the others', async () => {
    const database = makeDatabase();
    const store = await database.open();
    await saveItem(store.curation, toKey('gone'));
    const cluster = toItemCluster(toKey('gone'));
    const samples = makeSamples(['gone#1', 'gone#3', 'kept']).map((judged) =>
      judged.sample.id === 'kept' ? judged : { ...judged, cluster },
    );
    for (const id of ['cal-1', 'cal-2']) {
      const writer = await beginCalibration(store, { id, spec: { hash: id }, samples });
      await Promise.all(samples.map(({ judge, sample }) => writer.record(makeResult(sample.id, { judge }))));
      if (id === 'cal-1') await writer.close('completed');
      else {
        await store.curation.items.purge(toKey('gone'), 'ann');
        await expect(writer.heartbeat()).rejects.toMatchObject({ message: expect.stringContaining('purged') });
      }
    }
    for (const id of ['cal-1', 'cal-2']) {
      expect(await toList(store.calibrations.samples(id))).toEqual(
        samples.filter(({ sample }) => sample.id === 'kept'),
      );
      expect(await toList(store.calibrations.results(id))).toEqual(
        [0, 1].map((judge) => makeResult('kept', { judge })),
      );
      expect(await store.calibrations.find(id)).toMatchObject({ expected: 2, recorded: 2 });
    }
    // The sample, the reply, and the two messages of the request.
    expect(countRows(database.path).messages).toBe(4);
    await store.curation.items.purge(toKey('none'), 'ann');
  });
});

const noRows = { messages: 0, message_uses: 0, calibration_samples: 0, calibration_results: 0, removals: 0 };

function countRows(path: string): Record<string, number> {
  const database = new DatabaseSync(path, { readOnly: true });
  const count = (table: string) => Number(database.prepare(`select count(*) as count from ${table}`).get()?.count);
  const counts = Object.fromEntries(Object.keys(noRows).map((table) => [table, count(table)]));
  database.close();
  return counts;
}

function listNumbers(path: string): Record<string, readonly unknown[]> {
  const database = new DatabaseSync(path, { readOnly: true });
  const list = (table: string) =>
    database
      .prepare(`select no from ${table} order by no`)
      .all()
      .map(({ no }) => no);
  const numbers = { runs: list('runs'), calibrations: list('calibrations') };
  database.close();
  return numbers;
}
