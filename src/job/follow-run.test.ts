import { expect, it } from 'vitest';
import { FakeClock } from '../../test/support/fake-clock.ts';
import type { RunEvent } from '../conversation/run/run-event.ts';
import { followRun } from './follow-run.ts';

function toEvent(sequence: number): RunEvent {
  return { sequence, run: 'r', type: 'run-start', conversations: 1 };
}

/** A store that contains the events a test adds. */
function makeStore(first: readonly RunEvent[] = []) {
  const written = [...first];
  const asked: number[] = [];
  const events = async (_run: string, since: number, limit: number) => {
    asked.push(since);
    return written.filter(({ sequence }) => sequence > since).slice(0, limit);
  };
  return { written, asked, events };
}

async function collect(events: AsyncIterable<RunEvent>): Promise<readonly number[]> {
  const sequences: number[] = [];
  for await (const { sequence } of events) sequences.push(sequence);
  return sequences;
}

it('tells what is recorded, page by page, and ends when the run is over', async () => {
  const store = makeStore(Array.from({ length: 1200 }, (_, index) => toEvent(index + 1)));
  const seen = await collect(followRun(store, 'r', { clock: new FakeClock(), isOver: () => true }));
  expect(seen).toHaveLength(1200);
  expect(store.asked).toEqual([0, 500, 1000]);
});

it('goes on from the event that was seen last', async () => {
  const store = makeStore([1, 2, 5, 9].map(toEvent));
  expect(await collect(followRun(store, 'r', { since: 2, clock: new FakeClock(), isOver: () => true }))).toEqual([
    5, 9,
  ]);
});

it('waits for more while the run goes on, and tells also what was written between the last look and the end', async () => {
  const clock = new FakeClock();
  const store = makeStore([toEvent(1)]);
  let isOver = false;
  const seen = collect(followRun(store, 'r', { clock, isOver: () => isOver }));
  await clock.whenSleeping(1);
  store.written.push(toEvent(2));
  await clock.advance(100);
  store.written.push(toEvent(3));
  isOver = true;
  await clock.advance(100);
  expect(await seen).toEqual([1, 2, 3]);
});

it('ends with the reason when it is aborted while it waits', async () => {
  const clock = new FakeClock();
  const abort = new AbortController();
  const seen = collect(followRun(makeStore(), 'r', { clock, isOver: () => false, signal: abort.signal }));
  await clock.whenSleeping(1);
  abort.abort(new Error('gone'));
  await expect(seen).rejects.toThrow('gone');
});
