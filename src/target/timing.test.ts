import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { makeContext, makeReply, makeRequest, makeTarget } from '../../test/support/target-request.ts';
import type { TargetReply } from './port.ts';
import { timing } from './timing.ts';

/** Answers never; ends when it is aborted, as an adapter does. */
const silent = () =>
  makeTarget(
    (_call, signal) =>
      new Promise<TargetReply>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );

describe('timing', () => {
  it('ends a call that takes too long', async () => {
    const clock = new FakeClock();
    const asked = timing(silent(), { timeoutMs: 2000, clock }).ask(makeRequest(), makeContext());
    const expected = expect(asked).rejects.toMatchObject({
      info: { cause: 'timeout', retryable: true, message: expect.stringContaining('2 s') },
    });
    await clock.advance(2000);
    await expected;
  });

  it('leaves no timer behind after the reply', async () => {
    const clock = new FakeClock();
    const target = timing(
      makeTarget(() => makeReply('Hi')),
      { timeoutMs: 2000, clock },
    );
    expect((await target.ask(makeRequest(), makeContext())).text).toBe('Hi');
    expect(clock.sleeping).toBe(0);
  });

  it('hands the reason of the outer signal on', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const asked = timing(silent(), { timeoutMs: 2000, clock }).ask(makeRequest(), { signal: controller.signal });
    controller.abort(new Error('the run stops'));
    await expect(asked).rejects.toThrow('the run stops');
    expect(clock.sleeping).toBe(0);
  });
});
