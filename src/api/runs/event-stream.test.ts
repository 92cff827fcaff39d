import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import type { RunEvent } from '../../conversation/run/run-event.ts';
import { renderEvent, renderEvents } from './event-stream.ts';

const start: RunEvent = { sequence: 7, run: 'r', type: 'run-start', conversations: 1 };

/** Events that a test lets happen one by one. */
function openSource() {
  const waiting: PromiseWithResolvers<IteratorResult<RunEvent>>[] = [];
  const events: AsyncIterator<RunEvent> = {
    next: () => {
      const next = Promise.withResolvers<IteratorResult<RunEvent>>();
      waiting.push(next);
      return next.promise;
    },
  };
  return {
    events,
    happen: (value: RunEvent) => waiting.shift()?.resolve({ done: false, value }),
    end: () => waiting.shift()?.resolve({ done: true, value: undefined }),
    fail: (error: Error) => waiting.shift()?.reject(error),
  };
}

describe('an event', () => {
  it('is its sequence, its type and one line of JSON', () => {
    expect(renderEvent(start)).toBe(
      'id: 7\nevent: run-start\ndata: {"sequence":7,"run":"r","type":"run-start","conversations":1}\n\n',
    );
  });

  it('stays one line whatever it contains', () => {
    const text = renderEvent({ ...start, run: 'a\nb\r\u2028c' });
    expect(text.split('\n')).toHaveLength(5);
  });
});

describe('the stream', () => {
  it('sends events, heartbeats while there are none, and ends with them', async () => {
    const clock = new FakeClock();
    const source = openSource();
    const stream = renderEvents(source.events, { clock, signal: new AbortController().signal, heartbeatMs: 100 });
    expect((await stream.next()).value).toMatch(/^retry: /);
    const first = stream.next();
    await clock.whenSleeping(1);
    await clock.advance(100);
    expect((await first).value).toBe(': alive\n\n');
    const second = stream.next();
    source.happen(start);
    expect((await second).value).toContain('id: 7');
    const last = stream.next();
    source.end();
    expect((await last).done).toBe(true);
    expect(clock.sleeping).toBe(0);
  });

  it('ends without a word when the client disconnects', async () => {
    const clock = new FakeClock();
    const gone = new AbortController();
    const source = openSource();
    const stream = renderEvents(source.events, { clock, signal: gone.signal });
    await stream.next();
    const next = stream.next();
    await clock.whenSleeping(1);
    gone.abort(new Error('gone'));
    expect((await next).done).toBe(true);
    expect(clock.sleeping).toBe(0);
  });

  it('fails when the store does', async () => {
    const source = openSource();
    const stream = renderEvents(source.events, { clock: new FakeClock(), signal: new AbortController().signal });
    await stream.next();
    const next = stream.next();
    source.fail(new Error('no disk'));
    await expect(next).rejects.toThrow('no disk');
  });
});
