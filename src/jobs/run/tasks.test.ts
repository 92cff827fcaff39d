import { expect, it } from 'vitest';
import type { ConversationStart } from '../../conversation/stored-conversation.ts';
import type { ConversationMark } from '../../store/port.ts';
import { loadProgress, noProgress } from './tasks.ts';

const column = { file: 0, target: 'bot', send: 'question', play: 'reply', repeat: 0 } as const;
const marks: readonly ConversationMark[] = [
  { ...column, id: 'c0', number: 1, position: 0, status: 'pass' },
  { ...column, id: 'c0', number: 2, position: 0, repeat: 1, status: 'fail' },
  { ...column, id: 'c1', number: 3, position: 1, status: 'error' },
  { ...column, id: 'c2', number: 4, position: 2, status: 'skipped' },
  { ...column, id: 'c3', number: 5, position: 3 },
  { ...column, id: 'c0', number: 6, position: 0, file: 1, status: 'ungraded' },
];
const store = {
  async *marks() {
    yield* marks;
  },
};

function toStart(place: Partial<ConversationStart>): ConversationStart {
  return { ...column, id: 'c', eval: 'd', tags: [], position: 0, ...place };
}

it.each([
  { place: { position: 0 }, retry: false, known: { number: 1, state: 'done' } },
  { place: { position: 0, repeat: 1 }, retry: false, known: { number: 2, state: 'done' } },
  { place: { position: 1 }, retry: false, known: { number: 3, state: 'done' } },
  { place: { position: 1 }, retry: true, known: { number: 3, state: 'retried' } },
  { place: { position: 2 }, retry: false, known: { number: 4, state: 'skipped' } },
  { place: { position: 3 }, retry: true, known: { number: 5, state: 'unfinished' } },
  { place: { position: 0, file: 1 }, retry: true, known: { number: 6, state: 'done' } },
  { place: { position: 9 }, retry: false, known: undefined },
  { place: { position: 0, send: 'messages' as const }, retry: false, known: undefined },
  { place: { position: 0, play: 'script' as const }, retry: false, known: undefined },
  { place: { position: 0, target: 'other' }, retry: false, known: undefined },
])('$place, retrying errors $retry: $known', async ({ place, retry, known }) => {
  const progress = await loadProgress(store, 'run', { retryErrors: retry, hasMoved: false });
  expect(progress.find(toStart(place))).toEqual(known);
});

it('counts what is done of each case', async () => {
  const progress = await loadProgress(store, 'run', { retryErrors: true, hasMoved: false });
  expect([0, 1, 2, 3].map((position) => progress.countDone(0, position))).toEqual([2, 0, 0, 0]);
  expect(progress.countDone(1, 0)).toBe(1);
});

it('finds a case by its id when the files have changed', async () => {
  const progress = await loadProgress(store, 'run', { retryErrors: false, hasMoved: true });
  expect(progress.find(toStart({ id: 'c1', position: 7 }))).toEqual({ number: 3, state: 'done' });
  expect(progress.find(toStart({ id: 'new', position: 1 }))).toBeUndefined();
  expect(progress.countDone(0, 0)).toBe(0);
});

it('knows nothing of a new run', () => {
  expect(noProgress.find(toStart({}))).toBeUndefined();
  expect(noProgress.countDone(0, 0)).toBe(0);
});
