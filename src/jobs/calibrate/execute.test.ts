import { describe, expect, it } from 'vitest';
import { makeDeck, makeSample } from '../../../test/support/calibrating.ts';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { type FakeAnswer, FakeTarget, failWith } from '../../../test/support/fake-target.ts';
import { PlayStopped } from '../../base/play-stopped.ts';
import type { CalibrationSpec, JudgedSample } from '../../conversation/judge/calibration.ts';
import type { CallRecord } from '../../conversation/run/run-record.ts';
import type { TargetSpec } from '../../conversation/target-spec.ts';
import { JobControl } from '../../job/control.ts';
import { runTasks } from '../../job/scheduler.ts';
import type { DeckJudge } from '../../judges/calibrated-deck.ts';
import type { ResultKey } from '../../store/calibration-port.ts';
import type { AskContext, TargetRequest } from '../../target/port.ts';
import { askQuestion, type CalibrateContext, JudgingTally } from './execute.ts';
import { listCalibrateTasks } from './tasks.ts';

const yes = '{"score": 2, "reason": "kind"}';
const clock = new FakeClock();

class MemoryCalibration {
  readonly recorded: JudgedSample[] = [];
  readonly #done: ReadonlySet<string>;

  constructor(...done: readonly string[]) {
    this.#done = new Set(done);
  }

  has({ judge, sample }: ResultKey): boolean {
    return this.#done.has(`${judge} ${sample}`);
  }

  async record(result: JudgedSample): Promise<void> {
    this.recorded.push(result);
  }

  get keys(): readonly string[] {
    return this.recorded.map(({ judge, sample, repeat, variant }) => `${judge} ${sample} ${variant} ${repeat}`);
  }
}

type Answer = (request: TargetRequest, context: AskContext) => FakeAnswer | Promise<FakeAnswer>;

function makeJudge(
  answer: Answer,
  changes: { readonly id?: string; readonly count?: number; readonly limit?: number } = {},
) {
  const { id = 'judge', count = 2, limit } = changes;
  const target = new FakeTarget(answer, id);
  const limits = limit === undefined ? {} : { limits: { concurrency: limit } };
  const spec: TargetSpec = { id, provider: 'builtin', model: 'echo', ...limits };
  const samples = Array.from({ length: count }, (_, index) => makeSample(`s${index}`));
  const name = 'tone.deck.md';
  const planned = { samples, name, deck: makeDeck(), deckHash: 'abc' };
  return { judge: { name, planned, spec, target }, target };
}

type FakeJudge = ReturnType<typeof makeJudge>['judge'];

function toPlanned({ name, planned, spec }: FakeJudge): DeckJudge {
  const { samples, ...deck } = planned;
  const read = {
    ...{ keptForTest: 0, reserved: [], skipped: [], warnings: [], sources: ['deck'], notes: [], path: `/${name}` },
    samples: samples.map((sample) => ({ cluster: sample.id, sample })),
  };
  const target = { id: spec.id, provider: spec.provider, settingsHash: 's' };
  return {
    judge: { deck: name, deckHash: deck.deckHash, target },
    deck: { ...read, ...deck },
    target: spec,
    source: { path: `/${name}`, root: '/', targetsFile: undefined, specs: new Map([[spec.id, spec]]) },
  };
}

interface Changes extends Partial<Pick<CalibrateContext, 'control'>> {
  readonly writer?: MemoryCalibration;
  readonly spec?: Pick<CalibrationSpec, 'repeat' | 'variants'>;
}

/** Runs every task as the job does, with the limits of the targets. */
async function calibrate(judges: readonly FakeJudge[], changes: Changes = {}, concurrency = 2) {
  const { writer = new MemoryCalibration(), control = new JobControl() } = changes;
  const { spec = { repeat: 1, variants: ['plain'] } } = changes;
  const seen: JudgedSample[] = [];
  const targets = new Map(judges.map(({ target }) => [target.id, target]));
  const context: CalibrateContext = {
    ...{ spec: {}, writer, clock, control },
    observer: { judged: (result) => seen.push(result) },
    openTarget: async (_source, id) => {
      const target = targets.get(id);
      if (target === undefined) throw new Error(`There is no target ${id}.`);
      return target;
    },
  };
  async function* listTasks() {
    for (const task of listCalibrateTasks(judges.map(toPlanned), spec, writer)) {
      yield { lane: task.judge.target.id, run: () => askQuestion(task, context) };
    }
  }
  const limits = new Map(judges.map(({ spec: target }) => [target.id, target.limits?.concurrency]));
  await runTasks(listTasks(), {
    ...{ concurrency, isStopping: () => control.isStopping },
    limitOf: (lane) => limits.get(lane),
  });
  return { writer, seen };
}

describe('the questions of a calibration', () => {
  it('record every answer of every judge, and report it once it is durable', async () => {
    const [one, other] = [makeJudge(() => yes, { id: 'one' }), makeJudge(() => '-1', { id: 'other' })];
    const { writer, seen } = await calibrate([one.judge, other.judge]);
    expect([...writer.keys].sort()).toEqual(['0 s0 plain 0', '0 s1 plain 0', '1 s0 plain 0', '1 s1 plain 0']);
    expect(seen).toEqual(writer.recorded);
    expect(writer.recorded.find(({ judge }) => judge === 1)?.verdict).toMatchObject({ score: -1, pass: false });
  });

  it('ask each repeat as a repeat, and show another text in probes', async () => {
    const { judge, target } = makeJudge(() => yes, { count: 1 });
    await calibrate([judge], { spec: { repeat: 2, variants: ['plain', 'last-turn'] } }, 1);
    expect(target.requests.map(({ repeat }) => repeat)).toEqual([0, 1, 0]);
    expect(target.questions[0]).toBe(target.questions[1]);
    expect(target.questions[2]).not.toContain('Hello');
  });

  it('share one limit over all judges, and respect the limit of each target', async () => {
    const ends: (() => void)[] = [];
    let most = 0;
    const inFlight = new Map<string, number>();
    const seen = new Map<string, number>();
    const answer = (id: string) => async () => {
      inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
      most = Math.max(most, ends.length + 1);
      seen.set(id, Math.max(seen.get(id) ?? 0, inFlight.get(id) ?? 0));
      await new Promise<void>((resolve) => ends.push(resolve));
      inFlight.set(id, (inFlight.get(id) ?? 0) - 1);
      return yes;
    };
    const judges = [
      makeJudge(answer('free'), { id: 'free', count: 20 }).judge,
      makeJudge(answer('slow'), { id: 'slow', count: 20, limit: 1 }).judge,
    ];
    const ended = calibrate(judges, {}, 5);
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise((resolve) => setImmediate(resolve));
      ends.shift()?.();
    }
    const { writer } = await ended;
    expect(writer.recorded).toHaveLength(40);
    expect([most, seen.get('slow')]).toEqual([5, 1]);
  });

  it('leave out what is recorded', async () => {
    const { judge, target } = makeJudge(() => yes, { count: 3 });
    const writer = new MemoryCalibration('0 s0', '0 s2');
    await calibrate([judge], { writer });
    expect(writer.keys).toEqual(['0 s1 plain 0']);
    expect(target.requests).toHaveLength(1);
  });

  it('record a failure with its cause, and continue', async () => {
    const { judge } = makeJudge(({ caseId }) => (caseId === 's0' ? failWith('timeout') : yes));
    const { writer } = await calibrate([judge]);
    const statuses = writer.recorded.map(({ sample, verdict }) => [sample, verdict.status]);
    expect(new Map(statuses.map(([sample, status]) => [sample, status]))).toEqual(
      new Map([
        ['s0', 'ungraded'],
        ['s1', 'graded'],
      ]),
    );
  });

  it('stop when the job is drained, and record what was in flight', async () => {
    const control = new JobControl();
    const { judge, target } = makeJudge(
      () => {
        control.drain();
        return yes;
      },
      { count: 5 },
    );
    const { writer } = await calibrate([judge], { control }, 1);
    expect([writer.keys, target.requests.length]).toEqual([['0 s0 plain 0'], 1]);
  });

  it('record no call that was aborted or that a limit prevented', async () => {
    const control = new JobControl();
    const cut = makeJudge((_, { signal }) => {
      control.abort();
      return Promise.reject(signal.reason);
    });
    expect((await calibrate([cut.judge], { control })).writer.keys).toEqual([]);
    const limited = makeJudge(() => new PlayStopped('--max-calls 1 was reached'));
    expect((await calibrate([limited.judge])).writer.keys).toEqual([]);
  });

  it('fail when an answer cannot be recorded', async () => {
    const writer = new MemoryCalibration();
    writer.record = () => Promise.reject(new Error('disk full'));
    await expect(calibrate([makeJudge(() => yes).judge], { writer })).rejects.toThrow('disk full');
  });
});

const free: CallRecord = { latencyMs: 1, costUsd: 0 };
const cached: CallRecord = { latencyMs: 0, costUsd: 0, cached: true };
const paid: CallRecord = { latencyMs: 1, costUsd: 0.25 };
const untold: CallRecord = { latencyMs: 1, costUsd: null };

it.each<readonly [string, readonly (CallRecord | undefined)[], number, number | null, number]>([
  ['nothing was asked', [], 0, 0, 0],
  ['no judge answered', [undefined], 0, 0, 0],
  ['all came from the cache', [cached, cached], 2, 0, 0],
  ['one call was paid', [paid, cached, free], 1, 0.25, 0],
  ['every price is unknown', [untold, cached], 1, null, 1],
  ['one price is unknown', [untold, paid], 0, 0.25, 1],
])('counts the cost of judges when %s', (_, calls, fromCache, total, unknownCalls) => {
  const tally = new JudgingTally();
  for (const call of calls) tally.add(call === undefined ? {} : { judgment: toJudgment(call) });
  // The budget counts attempts and what they cost.
  const spentUsd = calls.reduce((sum, call) => sum + (call?.costUsd ?? 0), 0);
  expect(tally.toCost({ calls: 7, spentUsd })).toEqual({
    calls: 7,
    answers: calls.filter((call) => call !== undefined).length,
    cached: fromCache,
    rateLimited: 0,
    costUsd: { total, unknownCalls },
  });
});

function toJudgment(call: CallRecord) {
  return { grader: 'tone', turnIndex: null, request: [], call };
}
