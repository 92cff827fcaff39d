import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../test/support/fake-clock.ts';
import { type Lanes, runTasks, type Task } from './scheduler.ts';

interface Planned {
  readonly lane: string;
  readonly ms: number;
}

/** Runs tasks of planned lengths on a fake clock, and records what happens. */
class Watch {
  readonly clock = new FakeClock();
  readonly begun: string[] = [];
  readonly ended: string[] = [];
  readonly most = new Map<string, number>();
  readonly #active = new Map<string, number>();
  read = 0;
  mostAhead = 0;

  async *tasks(plan: readonly Planned[]): AsyncGenerator<Task> {
    for (const { lane, ms } of plan) {
      this.read += 1;
      this.mostAhead = Math.max(this.mostAhead, this.read - this.begun.length);
      yield { lane, run: () => this.#run(lane, ms) };
    }
  }

  active(lane: string): number {
    return this.#active.get(lane) ?? 0;
  }

  async finish(running: Promise<void>): Promise<void> {
    await this.clock.advance(1e9);
    await running;
  }

  async #run(lane: string, ms: number): Promise<void> {
    this.begun.push(lane);
    this.#count(lane, 1);
    this.#count('all', 1);
    await this.clock.sleep(ms);
    this.#count(lane, -1);
    this.#count('all', -1);
    this.ended.push(lane);
  }

  #count(lane: string, change: number): void {
    const count = this.active(lane) + change;
    this.#active.set(lane, count);
    this.most.set(lane, Math.max(this.most.get(lane) ?? 0, count));
  }
}

const never = () => false;

function repeat(count: number, ...tasks: readonly Planned[]): readonly Planned[] {
  return Array.from({ length: count }, () => tasks).flat();
}

describe('laws', () => {
  const plans = fc.record({
    tasks: fc.array(fc.record({ lane: fc.constantFrom('a', 'b', 'c'), ms: fc.nat(50) }), { maxLength: 60 }),
    concurrency: fc.integer({ min: 1, max: 8 }),
    limits: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 4 })),
  });

  it('every task runs once, never more at once than allowed in all and in each lane', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ({ tasks, concurrency, limits }) => {
        const watch = new Watch();
        const lanes: Lanes = { concurrency, limitOf: (lane) => limits[lane], isStopping: never };
        await watch.finish(runTasks(watch.tasks(tasks), lanes));
        expect(watch.ended.toSorted()).toEqual(tasks.map(({ lane }) => lane).toSorted());
        expect(watch.most.get('all') ?? 0).toBeLessThanOrEqual(concurrency);
        for (const [lane, limit] of Object.entries(limits)) {
          expect(watch.most.get(lane) ?? 0).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('a task that throws ends everything: those at work finish, no other begins, its error is thrown', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.nat(59), async ({ tasks, concurrency }, at) => {
        const watch = new Watch();
        const error = new Error('broken');
        async function* withBroken(): AsyncGenerator<Task> {
          let index = 0;
          for await (const task of watch.tasks(tasks))
            yield index++ === at ? { lane: 'a', run: () => Promise.reject(error) } : task;
        }
        const running = runTasks(withBroken(), { concurrency, isStopping: never });
        const outcome = running.then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        await watch.clock.advance(1e9);
        expect(await outcome).toBe(at < tasks.length ? error : undefined);
        expect(watch.active('all')).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});

it('uses every place there is', async () => {
  const watch = new Watch();
  await watch.finish(runTasks(watch.tasks(repeat(20, { lane: 'a', ms: 10 })), { concurrency: 7, isStopping: never }));
  expect(watch.most.get('all')).toBe(7);
});

it('does not let a slow lane keep a fast one waiting', async () => {
  const watch = new Watch();
  const plan = repeat(40, { lane: 'slow', ms: 1000 }, { lane: 'fast', ms: 1 });
  const running = runTasks(watch.tasks(plan), { concurrency: 4, isStopping: never });
  await watch.clock.advance(999);
  expect(watch.ended).toEqual(new Array(40).fill('fast'));
  await watch.finish(running);
  expect(watch.ended).toHaveLength(80);
});

it('gives all places to the lane that is left', async () => {
  const watch = new Watch();
  const plan = [...repeat(2, { lane: 'a', ms: 1 }), ...repeat(20, { lane: 'b', ms: 10 })];
  await watch.finish(runTasks(watch.tasks(plan), { concurrency: 6, isStopping: never }));
  expect(watch.most.get('b')).toBe(6);
});

it.each([
  { lanes: ['a'], ahead: 6 },
  { lanes: ['a', 'b'], ahead: 64 },
])('reads $ahead tasks ahead for $lanes.length lanes', async ({ lanes, ahead }) => {
  const watch = new Watch();
  const plan = repeat(1000 / lanes.length, ...lanes.map((lane) => ({ lane, ms: 10 })));
  const running = runTasks(watch.tasks(plan), { concurrency: 3, isStopping: never });
  await settle();
  expect(watch.begun).toHaveLength(3);
  expect(watch.read).toBe(3 + ahead);
  await watch.finish(running);
  expect(watch.mostAhead).toBeLessThanOrEqual(ahead + 1);
  expect(watch.ended).toHaveLength(1000);
});

it('begins nothing more when it is stopping, and waits for the tasks at work', async () => {
  const watch = new Watch();
  let isStopping = false;
  const running = runTasks(watch.tasks(repeat(50, { lane: 'a', ms: 10 })), {
    concurrency: 4,
    isStopping: () => isStopping,
  });
  await watch.clock.advance(15);
  isStopping = true;
  await watch.finish(running);
  expect(watch.begun).toHaveLength(8);
  expect(watch.ended).toHaveLength(8);
});

it('throws what reading the tasks throws, after the tasks at work have ended', async () => {
  const watch = new Watch();
  async function* broken(): AsyncGenerator<Task> {
    yield* watch.tasks([{ lane: 'a', ms: 10 }]);
    throw new Error('The file changed.');
  }
  const outcome = expect(runTasks(broken(), { concurrency: 2, isStopping: never })).rejects.toThrow(
    'The file changed.',
  );
  await watch.clock.advance(100);
  await outcome;
  expect(watch.ended).toEqual(['a']);
});
