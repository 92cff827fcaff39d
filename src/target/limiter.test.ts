import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../test/support/fake-clock.ts';
import { makeContext, makeReply, makeRequest, makeTarget } from '../../test/support/target-request.ts';
import { definedOnly } from '../base/defined-only.ts';
import { Limiter, limiting } from './limiter.ts';
import { TargetError, type TargetErrorInfo, type TargetReply } from './port.ts';

/** A target that answers when the test says so, in the order of the calls. */
function makeHeldTarget() {
  const calls: {
    readonly reply: (call?: Partial<TargetReply['call']>) => void;
    readonly fail: (info?: object) => void;
  }[] = [];
  const target = makeTarget(
    () =>
      new Promise<TargetReply>((resolve, reject) => {
        calls.push({
          reply: (call) => resolve(makeReply('Hi', call)),
          fail: (info) => reject(toRefusal(info)),
        });
      }),
  );
  return { target, calls };
}

function toRefusal(info: Partial<TargetErrorInfo> = {}): TargetError {
  return new TargetError({ cause: 'rate-limited', message: 'Slow down.', retryable: true, ...info });
}

describe('limiting', () => {
  it('makes n calls at once and no more, first come, first served', async () => {
    const { target, calls } = makeHeldTarget();
    const limiter = new Limiter({ concurrency: 2, clock: new FakeClock() });
    const limited = limiting(target, limiter);
    const done: number[] = [];
    const asked = [0, 1, 2, 3].map((index) => limited.ask(makeRequest(), makeContext()).then(() => done.push(index)));
    await settle();
    expect([calls.length, limiter.active]).toEqual([2, 2]);
    calls[1]?.reply();
    await settle();
    expect([calls.length, limiter.active]).toEqual([3, 2]);
    for (const call of calls) call.reply();
    await settle();
    for (const call of calls) call.reply();
    await Promise.all(asked);
    expect(done).toEqual([1, 0, 2, 3]);
    expect(limiter.active).toBe(0);
  });

  it('halves once for all refusals of one round, and grows by one a round of successes', async () => {
    const { target, calls } = makeHeldTarget();
    const limiter = new Limiter({ concurrency: 8, clock: new FakeClock() });
    const limited = limiting(target, limiter);
    const ask = () => limited.ask(makeRequest(), makeContext()).catch(() => undefined);
    const round = Array.from({ length: 8 }, ask);
    await settle();
    for (const call of calls) call.fail();
    await Promise.all(round);
    expect(limiter.limit).toBe(4);
    for (const expected of [4, 4, 4, 5]) {
      const asked = ask();
      await settle();
      calls.at(-1)?.reply();
      await asked;
      expect(limiter.limit).toBe(expected);
    }
  });

  it('never grows over its cap nor shrinks below 1', async () => {
    const limiter = new Limiter({ concurrency: 2, clock: new FakeClock() });
    const refusing = limiting(
      makeTarget(() => Promise.reject(toRefusal())),
      limiter,
    );
    for (let call = 0; call < 4; call++) await refusing.ask(makeRequest(), makeContext()).catch(() => undefined);
    expect(limiter.limit).toBe(1);
    const answering = limiting(
      makeTarget(() => makeReply('Hi')),
      limiter,
    );
    for (let call = 0; call < 9; call++) await answering.ask(makeRequest(), makeContext());
    expect(limiter.limit).toBe(2);
  });

  it('pauses all callers that share the limiter for as long as the target asks', async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ concurrency: 4, clock });
    const refused = makeTarget(() => Promise.reject(toRefusal({ retryAfterMs: 3000 })));
    await expect(limiting(refused, limiter).ask(makeRequest(), makeContext())).rejects.toThrow('Slow down.');
    const other = makeTarget(() => makeReply('Hi'));
    const asked = limiting(other, limiter).ask(makeRequest(), makeContext());
    await clock.advance(2999);
    expect(other.asked).toBe(0);
    await clock.advance(2);
    await asked;
    expect(clock.sleeping).toBe(0);
  });

  it('does not pause for longer than a call may wait', async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ concurrency: 1, clock });
    const target = makeTarget((call) =>
      call === 0 ? Promise.reject(toRefusal({ retryAfterMs: 3_600_000 })) : makeReply('Hi'),
    );
    await expect(limiting(target, limiter).ask(makeRequest(), makeContext())).rejects.toThrow();
    expect((await limiting(target, limiter).ask(makeRequest(), makeContext())).text).toBe('Hi');
  });

  it('makes no more calls per minute than rpm', async () => {
    const clock = new FakeClock();
    const limited = limiting(
      makeTarget(() => makeReply('Hi')),
      new Limiter({ concurrency: 10, rpm: 3, clock }),
    );
    const times: number[] = [];
    const asked = Array.from({ length: 7 }, () =>
      limited.ask(makeRequest(), makeContext()).then(() => times.push(clock.now())),
    );
    await clock.advance(200_000);
    await Promise.all(asked);
    expect(times).toEqual([0, 0, 0, 60_001, 60_001, 60_001, 120_002]);
  });

  it('takes a call for what it used, once that is known', async () => {
    const clock = new FakeClock();
    const { target, calls } = makeHeldTarget();
    const limited = limiting(target, new Limiter({ concurrency: 10, tpm: 100, clock }));
    const request = makeRequest({ question: 'x'.repeat(240) }); // 60 tokens by estimate
    const first = limited.ask(request, makeContext());
    const second = limited.ask(request, makeContext());
    await settle();
    expect(calls.length).toBe(1);
    calls[0]?.reply({ usage: { inputTokens: 20, outputTokens: 10 } });
    await first;
    await settle();
    expect(calls.length).toBe(2);
    calls[1]?.reply();
    await second;
  });

  it('lets a waiting call go when it is aborted, and the next one takes its place', async () => {
    const { target, calls } = makeHeldTarget();
    const limited = limiting(target, new Limiter({ concurrency: 1, clock: new FakeClock() }));
    const controller = new AbortController();
    const first = limited.ask(makeRequest(), makeContext());
    const second = limited.ask(makeRequest(), { signal: controller.signal });
    const third = limited.ask(makeRequest(), makeContext());
    await settle();
    controller.abort(new Error('stop'));
    await expect(second).rejects.toThrow('stop');
    calls[0]?.reply();
    await first;
    await settle();
    calls[1]?.reply();
    await third;
  });

  it('leaves no alarm behind when the last waiting call is aborted', async () => {
    const clock = new FakeClock();
    const limited = limiting(
      makeTarget(() => makeReply('Hi')),
      new Limiter({ concurrency: 1, rpm: 1, clock }),
    );
    await limited.ask(makeRequest(), makeContext());
    const controller = new AbortController();
    const second = limited.ask(makeRequest(), { signal: controller.signal });
    await clock.whenSleeping(1);
    controller.abort(new Error('stop'));
    await expect(second).rejects.toThrow('stop');
    expect(clock.sleeping).toBe(0);
  });

  it('never exceeds its cap, and ends every call: served, failed or aborted', async () => {
    const outcome = fc.constantFrom('reply', 'refused', 'refused-wait', 'broken', 'aborted');
    const settings = fc.record({
      outcomes: fc.array(fc.record({ outcome, workMs: fc.nat(500) }), { maxLength: 40 }),
      concurrency: fc.integer({ min: 1, max: 6 }),
      rpm: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(settings, async ({ outcomes, concurrency, rpm }) => {
        const clock = new FakeClock();
        const limiter = new Limiter({ concurrency, clock, ...definedOnly({ rpm }) });
        let active = 0;
        let most = 0;
        const ended = outcomes.map(({ outcome: how, workMs }) => {
          const controller = new AbortController();
          const target = makeTarget(async (_call, signal) => {
            most = Math.max(most, ++active);
            try {
              await clock.sleep(workMs, signal);
              if (how === 'refused') throw toRefusal();
              if (how === 'refused-wait') throw toRefusal({ retryAfterMs: 1000 });
              if (how === 'broken') throw new Error('broken');
              return makeReply('Hi');
            } finally {
              active--;
            }
          });
          const asked = limiting(target, limiter).ask(makeRequest(), { signal: controller.signal });
          if (how === 'aborted') void clock.sleep(workMs).then(() => controller.abort(new Error('stop')));
          return asked.then(
            () => 'ended',
            () => 'ended',
          );
        });
        await clock.advance(60_001 * 45);
        expect(await Promise.all(ended)).toHaveLength(outcomes.length);
        expect(most).toBeLessThanOrEqual(concurrency);
        expect([limiter.active, active, clock.sleeping]).toEqual([0, 0, 0]);
      }),
      { numRuns: 60 },
    );
  });
});
