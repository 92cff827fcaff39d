import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { WorkerCalls, type WorkerThread } from './worker-calls.ts';

/** A thread that answers nothing by itself. */
class FakeThread extends EventEmitter implements WorkerThread {
  readonly posted: unknown[] = [];
  isHolding = true;

  ref(): void {
    this.isHolding = true;
  }

  unref(): void {
    this.isHolding = false;
  }

  postMessage(message: unknown): void {
    this.posted.push(message);
    if (message === 'close') this.emit('exit', 0);
  }
}

function open() {
  const threads: FakeThread[] = [];
  const start = () => {
    const thread = new FakeThread();
    threads.push(thread);
    return thread;
  };
  const calls = new WorkerCalls<{ readonly ask: string }, { readonly id: number; readonly answer: string }>({
    name: 'test thread',
    start,
  });
  return { threads, calls };
}

it('gives each caller the reply to its own request', async () => {
  const { threads, calls } = open();
  const [one, other] = [calls.call({ ask: 'a' }), calls.call({ ask: 'b' })];
  expect(threads[0]?.posted).toEqual([
    { ask: 'a', id: 1 },
    { ask: 'b', id: 2 },
  ]);
  threads[0]?.emit('message', { id: 2, answer: 'B' });
  threads[0]?.emit('message', { id: 1, answer: 'A' });
  expect([(await one).answer, (await other).answer]).toEqual(['A', 'B']);
});

it('keeps the process alive only while a reply is awaited', async () => {
  const { threads, calls } = open();
  const reply = calls.call({ ask: 'a' }, { keepsAlive: false });
  expect(threads[0]?.isHolding).toBe(false);
  const waited = calls.call({ ask: 'b' });
  expect(threads[0]?.isHolding).toBe(true);
  threads[0]?.emit('message', { id: 1, answer: 'A' });
  expect(threads[0]?.isHolding).toBe(true);
  threads[0]?.emit('message', { id: 2, answer: 'B' });
  expect(threads[0]?.isHolding).toBe(false);
  await Promise.all([reply, waited]);
});

it('fails all waiting requests when the thread ends, and starts another for the next', async () => {
  const { threads, calls } = open();
  const lost = calls.call({ ask: 'a' });
  threads[0]?.emit('exit', 1);
  await expect(lost).rejects.toThrow('The thread of the test thread has ended.');
  expect(calls.isRunning).toBe(false);
  const next = calls.call({ ask: 'b' });
  threads[1]?.emit('message', { id: 2, answer: 'B' });
  expect((await next).answer).toBe('B');
});

it('takes no request after it was closed', async () => {
  const { threads, calls } = open();
  const reply = calls.call({ ask: 'a' });
  threads[0]?.emit('message', { id: 1, answer: 'A' });
  await reply;
  await calls.close();
  expect(threads[0]?.posted.at(-1)).toBe('close');
  await expect(calls.call({ ask: 'b' })).rejects.toThrow('The test thread is closed.');
});
