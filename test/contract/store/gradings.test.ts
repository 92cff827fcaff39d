import { describe, expect, it } from 'vitest';
import type { GradingSpec } from '../../../src/conversation/run/run-spec.ts';
import type { GradingWriter, Store } from '../../../src/store/port.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { engines } from './engines.ts';
import {
  createRun,
  isAlive,
  isExpired,
  makeGraded,
  makeOwner,
  makeReply,
  makeStart,
  makeVerdict,
  recordConversation,
  toList,
} from './records.ts';

const spec: GradingSpec = { hash: 'first' };
const asPlayed = { verdicts: [makeVerdict(1)], end: { status: 'pass' } };
const failed = { verdicts: [{ pass: false }], end: { status: 'fail', aggregate: { all: false } } };

/** A run of some conversations that all pass, at its end. */
async function makeRun(store: Store, count = 2, id = 'run-1'): Promise<void> {
  const writer = await createRun(store, id);
  for (let position = 0; position < count; position += 1) await recordConversation(writer, { position });
  await writer.close('completed');
}

const owner = makeOwner('grader');

function grade(store: Store, changes: Partial<GradingSpec> = {}): Promise<GradingWriter> {
  return store.runs.grade('run-1', { spec: { ...spec, ...changes }, owner }, isAlive);
}

/** Grades as another process, for which the lease of the earlier grading has expired. */
function takeOver(store: Store): Promise<GradingWriter> {
  return store.runs.grade('run-1', { spec, owner: { ...makeOwner('second'), process: 456 } }, isExpired);
}

/** A grading of these conversations, at its end. */
async function gradeWhole(store: Store, numbers: readonly number[], changes?: Partial<GradingSpec>): Promise<number> {
  const writer = await grade(store, changes);
  for (const number of numbers) await writer.record(number, makeGraded());
  await writer.close('completed');
  return writer.number;
}

describe.each(engines)('a grading on $name', ({ makeDatabase }) => {
  it('keeps the verdicts of the play, and counts once it ends', async () => {
    const store = await makeDatabase().open();
    await makeRun(store);
    const writer = await grade(store);
    expect([writer.number, writer.graded.size]).toEqual([1, 0]);
    await writer.record(1, makeGraded());
    expect(await store.runs.findConversation('run-1', 1)).toMatchObject(asPlayed);
    expect(await store.runs.find('run-1')).not.toHaveProperty('grading');
    await writer.close('completed');
    expect(await toList(store.runs.conversations('run-1'))).toMatchObject([failed, asPlayed]);
    expect(await store.runs.findConversation('run-1', 1)).toMatchObject(failed);
    expect(await store.runs.findConversation('run-1', 1, { grading: 0 })).toMatchObject(asPlayed);
    expect(await toList(store.runs.conversations('run-1', { grading: 0 }))).toMatchObject([asPlayed, asPlayed]);
    const counts = { pass: 0, fail: 1, error: 0, ungraded: 0, skipped: 0 };
    const record = { number: 1, spec, counts, startedAt: expect.any(String), endedAt: expect.any(String) };
    expect(await store.runs.gradings('run-1')).toEqual([record]);
    expect(await store.runs.find('run-1')).toMatchObject({ counts: { pass: 2, fail: 0 }, grading: record });
  });

  it('keeps how the conversation was played, and every part of a verdict', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const number = run.begin(makeStart({ conversationId: 'talk-7' }));
    const error = { cause: 'timeout', message: 'Slow.' } as const;
    await run.endConversation(number, { status: 'error', error, simulation: { end: 'failed', problems: [] } });
    await run.close('completed');
    const provenance = {
      ...{ grading: 1, at: '2026-01-02T03:04:05.000Z', kind: 'judge', hash: 'abc', deck: 'tone.deck.md' },
      ...{ target: 'judge', provider: 'openai', model: 'm', settings: { temperature: 0, stop: ['\u0000'] } },
    };
    const verdicts = [
      { ...makeVerdict(null, 'tone'), evidence: ['why'], provenance },
      { grader: 'other', turnIndex: 1, status: 'ungraded', cause: 'refused', evidence: { a: 1 }, provenance },
    ] as const;
    const aggregate = { all: null, mean: 0.25, min: null, last: 1 };
    const writer = await grade(store);
    await writer.record(number, { verdicts, judgments: [], status: 'ungraded', aggregate });
    await writer.close('completed');
    expect(await store.runs.findConversation('run-1', number)).toEqual({
      ...{ number, start: makeStart({ conversationId: 'talk-7' }), turns: [], replies: [], verdicts },
      end: { status: 'ungraded', aggregate, error, simulation: { end: 'failed', problems: [] } },
    });
  });

  it('takes the verdicts of other graders from the grading it builds on', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const number = run.begin(makeStart());
    await run.recordVerdicts(number, [makeVerdict(1, 'a'), makeVerdict(1, 'b'), makeVerdict(null, 'c')]);
    await run.endConversation(number, { status: 'pass' });
    await run.close('completed');
    const first = await grade(store, { base: 0, graders: ['b'] });
    await first.record(number, makeGraded({ verdicts: [makeVerdict(3, 'b')] }));
    await first.close('completed');
    const second = await grade(store, { base: 1, graders: ['a'] });
    await second.record(number, makeGraded({ verdicts: [makeVerdict(5, 'a')], status: 'ungraded' }));
    await second.close('completed');
    const read = async (grading?: number) => {
      const found = await store.runs.findConversation('run-1', number, grading === undefined ? {} : { grading });
      return [found?.end?.status, ...(found?.verdicts ?? []).map(({ grader, turnIndex }) => `${grader} ${turnIndex}`)];
    };
    expect(await read(0)).toEqual(['pass', 'a 1', 'b 1', 'c null']);
    expect(await read(1)).toEqual(['fail', 'a 1', 'c null', 'b 3']);
    expect(await read(2)).toEqual(['ungraded', 'c null', 'b 3', 'a 5']);
    expect(await read()).toEqual(await read(2));
  });

  it('that never ended is not read, and is resumed by a process that asks for the same', async () => {
    const database = makeDatabase();
    const store = await database.open();
    await makeRun(store, 3);
    await (await grade(store)).record(1, makeGraded());
    const other = await database.open();
    expect(await other.runs.findConversation('run-1', 1)).toMatchObject(asPlayed);
    expect(await other.runs.findConversation('run-1', 1, { grading: 1 })).toMatchObject(failed);
    expect((await other.runs.gradings('run-1'))[0]).not.toHaveProperty('endedAt');
    expect((await grade(other, { hash: 'another' })).number).toBe(2);
    const again = await takeOver(other);
    expect([again.number, [...again.graded]]).toEqual([1, [1]]);
    await again.record(1, makeGraded({ verdicts: [], status: 'pass' }));
    await again.record(2, makeGraded());
    await again.close('completed');
    const read = await toList(other.runs.conversations('run-1'));
    expect(read).toMatchObject([failed, failed, asPlayed]);
    expect((await other.runs.find('run-1'))?.grading).toMatchObject({ number: 1, counts: { fail: 2, pass: 0 } });
    expect((await grade(other)).number).toBe(3);
  });

  it('that was stopped starts over when the run was resumed since', async () => {
    const store = await makeDatabase().open();
    await makeRun(store);
    const writer = await grade(store);
    await writer.record(1, makeGraded());
    await writer.close('stopped');
    const run = await store.runs.claim('run-1', makeOwner('second'), isAlive);
    await recordConversation(run, { position: 7 });
    await run.close('completed');
    expect(await grade(store)).toMatchObject({ number: 2, graded: new Set() });
  });

  it('counts no more once the run is played on, though it can be named', async () => {
    const store = await makeDatabase().open();
    await makeRun(store);
    await gradeWhole(store, [1, 2]);
    const run = await store.runs.claim('run-1', makeOwner('second'), isAlive);
    await recordConversation(run, { position: 7 });
    for (const end of [undefined, 'completed'] as const) {
      if (end !== undefined) await run.close(end);
      expect(await toList(store.runs.conversations('run-1'))).toMatchObject([asPlayed, asPlayed, asPlayed]);
      expect(await store.runs.find('run-1')).not.toHaveProperty('grading');
      expect((await store.runs.list())[0]).not.toHaveProperty('grading');
    }
    expect(await store.runs.findConversation('run-1', 1, { grading: 1 })).toMatchObject(failed);
    expect(await gradeWhole(store, [1])).toBe(2);
    expect(await toList(store.runs.conversations('run-1'))).toMatchObject([failed, asPlayed, asPlayed]);
  });

  it('still counts when the run was resumed with nothing left to play, or its process had died', async () => {
    const store = await makeDatabase().open();
    await recordConversation(await createRun(store));
    const writer = await store.runs.grade('run-1', { spec, owner }, isExpired);
    await writer.record(1, makeGraded());
    await writer.close('completed');
    expect(await store.runs.findConversation('run-1', 1)).toMatchObject(failed);
    await (await store.runs.claim('run-1', makeOwner('second'), isExpired)).close('completed');
    expect(await store.runs.findConversation('run-1', 1)).toMatchObject(failed);
  });

  it('shows a conversation that is retried as unfinished, and keeps its verdicts on the whole', async () => {
    const store = await makeDatabase().open();
    await makeRun(store, 1);
    const writer = await grade(store);
    await writer.record(1, makeGraded({ verdicts: [makeVerdict(null, 'whole')] }));
    await writer.close('completed');
    const run = await store.runs.claim('run-1', makeOwner('second'), isAlive);
    await run.reopen(1);
    const found = await store.runs.findConversation('run-1', 1, { grading: 1 });
    expect(found).not.toHaveProperty('end');
    expect(found?.verdicts).toEqual([makeVerdict(null, 'whole')]);
    expect((await toList(store.runs.marks('run-1', { grading: 1 })))[0]).not.toHaveProperty('status');
  });

  it('counts by the time of its end, not by its number', async () => {
    const store = await makeDatabase().open();
    await makeRun(store);
    const slow = await grade(store, { hash: 'slow' });
    await gradeWhole(store, [1, 2], { hash: 'quick' });
    expect((await store.runs.find('run-1'))?.grading?.number).toBe(2);
    await slow.close('completed');
    expect((await store.runs.find('run-1'))?.grading?.number).toBe(1);
  });

  it('is refused while the run is played', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    await expect(grade(store)).rejects.toMatchObject({ code: 'STORE_RUN_HELD' });
    await run.close('completed');
    expect((await grade(store)).number).toBe(1);
  });

  it('of another number is a Fault that names those there are', async () => {
    const { runs } = await engineWithGradings();
    const fault = { code: 'RUN_BAD_GRADING', message: 'Run run-1 has no grading 3. Available: 1, 2.' };
    const choice = { grading: 3 };
    await expect(runs.findConversation('run-1', 1, choice)).rejects.toMatchObject(fault);
    await expect(toList(runs.conversations('run-1', choice))).rejects.toMatchObject(fault);
    await expect(toList(runs.marks('run-1', choice))).rejects.toMatchObject(fault);
    await expect(runs.judgments('run-1', 1, choice)).rejects.toMatchObject(fault);
    await expect(runs.grade('run-1', { spec: { ...spec, base: 3 }, owner }, isAlive)).rejects.toMatchObject(fault);
  });

  async function engineWithGradings(): Promise<Store> {
    const store = await makeDatabase().open();
    await makeRun(store);
    for (const hash of ['one', 'two']) await gradeWhole(store, [1], { hash });
    return store;
  }

  it('knows nothing of a run that was never made', async () => {
    const { runs } = await makeDatabase().open();
    expect(await runs.gradings('none')).toEqual([]);
    expect(await runs.judgments('none', 1)).toEqual([]);
    expect(await runs.findConversation('none', 1, { grading: 5 })).toBeUndefined();
    await expect(runs.grade('none', { spec, owner }, isExpired)).rejects.toMatchObject({ code: 'RUN_UNKNOWN' });
  });

  it('is on the list of runs, on each its own', async () => {
    const store = await makeDatabase().open();
    for (const id of ['run-1', 'run-2', 'run-3']) await makeRun(store, 1, id);
    for (const hash of ['one', 'two']) await gradeWhole(store, [1], { hash });
    const third = await store.runs.grade('run-3', { spec, owner }, isAlive);
    await third.close('completed');
    expect((await store.runs.list()).map(({ grading }) => grading?.number)).toEqual([1, undefined, 2]);
    expect((await store.runs.list({ limit: 1, before: 'run-3' }))[0]).not.toHaveProperty('grading');
  });

  it('has its status on the marks only when it is named', async () => {
    const store = await makeDatabase().open();
    await makeRun(store, 3);
    await gradeWhole(store, [2]);
    const read = async (options?: { readonly grading?: number; readonly after?: number }) =>
      (await toList(store.runs.marks('run-1', options))).map(({ status }) => status);
    expect(await read()).toEqual(['pass', 'pass', 'pass']);
    expect(await read({ grading: 1 })).toEqual(['pass', 'fail', 'pass']);
    expect(await read({ grading: 1, after: 1 })).toEqual(['fail', 'pass']);
  });

  it('is not an event of the run', async () => {
    const store = await makeDatabase().open();
    await makeRun(store);
    const before = await store.runs.events('run-1', 0, 100);
    await gradeWhole(store, [1, 2]);
    expect(await store.runs.events('run-1', 0, 100)).toEqual(before);
  });

  it('grades many conversations that come at once', async () => {
    const store = await makeDatabase().open();
    const run = await createRun(store);
    const positions = Array.from({ length: 1200 }, (_, position) => position);
    await Promise.all(positions.map((position) => recordConversation(run, { position })));
    await run.close('completed');
    const writer = await grade(store);
    await Promise.all(positions.map((position) => writer.record(position + 1, makeGraded())));
    await writer.close('completed');
    const read = await toList(store.runs.conversations('run-1'));
    expect(read.filter(({ end }) => end?.status === 'fail')).toHaveLength(1200);
    expect((await store.runs.find('run-1'))?.grading?.counts.fail).toBe(1200);
  });

  it('has a lease: a request for the same grading is refused with the owner, and another grading is allowed', async () => {
    const database = makeDatabase();
    const [store, other] = [await database.open(), await database.open()] as const;
    await makeRun(store);
    const writer = await grade(store);
    const message = 'Run run-1 is being graded by process 123 on host desk since 2026-01-02T03:04:05.000Z.';
    await expect(grade(other)).rejects.toMatchObject({ code: 'STORE_RUN_HELD', message });
    await expect(other.runs.findOpenGrading('run-1', spec, isAlive)).rejects.toMatchObject({ message });
    expect(await other.runs.findOpenGrading('run-1', { hash: 'another' }, isAlive)).toBeUndefined();
    expect((await grade(other, { hash: 'another' })).number).toBe(2);
    expect(await other.runs.gradings('run-1')).toMatchObject([
      { number: 1, owner },
      { number: 2, owner },
    ]);
    await writer.record(1, makeGraded());
    await writer.close('stopped');
    const [stopped] = await other.runs.gradings('run-1');
    expect(stopped).not.toHaveProperty('owner');
    expect(await other.runs.findOpenGrading('run-1', spec, isAlive)).toEqual(stopped);
    const again = await grade(other);
    expect([again.number, [...again.graded]]).toEqual([1, [1]]);
    await again.close('completed');
    expect((await other.runs.gradings('run-1'))[0]).not.toHaveProperty('owner');
    expect(await other.runs.findOpenGrading('run-1', spec, isAlive)).toBeUndefined();
    expect(await other.runs.findOpenGrading('none', spec, isAlive)).toBeUndefined();
  });

  it('loses its lease to a process that takes over: it writes nothing more, and each conversation exists once', async () => {
    const database = makeDatabase();
    const [store, other] = [await database.open(), await database.open()] as const;
    await makeRun(store, 4);
    const lost = await grade(store);
    await lost.record(1, makeGraded());
    const writer = await takeOver(other);
    const held = { code: 'STORE_RUN_HELD', message: expect.stringContaining('graded by process 456 ') };
    await expect(lost.heartbeat()).rejects.toMatchObject(held);
    await expect(lost.record(2, makeGraded())).rejects.toMatchObject(held);
    await expect(lost.close('completed')).rejects.toMatchObject(held);
    await lost.close('stopped');
    await writer.record(1, makeGraded({ verdicts: [makeVerdict(9)], status: 'pass' }));
    await writer.record(2, makeGraded());
    await writer.close('completed');
    expect(await other.runs.findConversation('run-1', 1)).toMatchObject(failed);
    expect((await other.runs.find('run-1'))?.grading?.counts).toMatchObject({ fail: 2, pass: 0 });
  });

  it('cannot be ended by a former owner after the new owner released it', async () => {
    const database = makeDatabase();
    const store = await database.open();
    await makeRun(store);
    const lost = await grade(store);
    await (await takeOver(await database.open())).close('stopped');
    const message = 'Another process took over grading 1 of run run-1 and has released it since.';
    await expect(lost.close('completed')).rejects.toMatchObject({ code: 'STORE_RUN_HELD', message });
    expect((await store.runs.gradings('run-1'))[0]).not.toHaveProperty('endedAt');
  });

  it('shows that its owner is alive with every heartbeat and every conversation', async () => {
    const clock = new FakeClock();
    const store = await makeDatabase().open(clock);
    await makeRun(store);
    const writer = await grade(store);
    const readBeat = async () => Date.parse((await store.runs.gradings('run-1'))[0]?.heartbeatAt ?? '');
    const begun = await readBeat();
    clock.advance(1000);
    await writer.heartbeat();
    expect((await readBeat()) - begun).toBe(1000);
    clock.advance(500);
    await writer.record(1, makeGraded());
    expect((await readBeat()) - begun).toBe(1500);
    expect((await store.runs.gradings('run-1'))[0]?.counts).toMatchObject({ fail: 1 });
  });

  it('keeps its run from being removed until its lease is released or expires', async () => {
    const store = await makeDatabase().open();
    await makeRun(store);
    const writer = await grade(store);
    const held = { code: 'STORE_RUN_HELD', message: expect.stringContaining('is being graded by process 123 ') };
    await expect(store.runs.remove('run-1', isAlive)).rejects.toMatchObject(held);
    expect(await store.runs.findConversation('run-1', 1)).toMatchObject(asPlayed);
    await writer.close('completed');
    expect(await store.runs.remove('run-1', isAlive)).toBe(true);
    await makeRun(store);
    await grade(store);
    expect(await store.runs.remove('run-1', isExpired)).toBe(true);
  });

  it('fails once its run is removed, and leaves nothing', async () => {
    const database = makeDatabase();
    const store = await database.open();
    await makeRun(store);
    const writer = await grade(store);
    await writer.record(1, makeGraded());
    await (await database.open()).runs.remove('run-1', isExpired);
    const gone = { code: 'RUN_UNKNOWN' };
    await expect(writer.record(2, makeGraded())).rejects.toMatchObject(gone);
    await expect(writer.close('completed')).rejects.toMatchObject(gone);
    await writer.close('stopped');
    await makeRun(store);
    expect(await store.runs.gradings('run-1')).toEqual([]);
    expect(await store.runs.findConversation('run-1', 2)).toMatchObject(asPlayed);
  });

  it('cannot be ended when one of its conversations could not be written', async () => {
    const store = await makeDatabase().open();
    await makeRun(store);
    const writer = await grade(store);
    const odd = Object.assign(makeGraded(), { aggregate: { toJSON: () => undefined } });
    const lost = writer.record(1, odd);
    await expect(lost).rejects.toThrow();
    await expect(writer.close('completed')).rejects.toThrow();
    expect((await store.runs.gradings('run-1'))[0]).not.toHaveProperty('endedAt');
  });

  it('does not hinder a run that is resumed at the same time', async () => {
    const store = await makeDatabase().open();
    await makeRun(store);
    const writer = await grade(store);
    const run = await store.runs.claim('run-1', makeOwner('second'), isAlive);
    const number = run.begin(makeStart({ position: 5 }));
    await Promise.all([run.recordReply(number, makeReply(1, 'New')), writer.record(1, makeGraded())]);
    await run.endConversation(number, { status: 'pass' });
    await writer.close('completed');
    await run.close('completed');
    expect(await store.runs.gradings('run-1')).toMatchObject([{ counts: { fail: 1 } }]);
  });
});
