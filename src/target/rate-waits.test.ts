import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../test/support/fake-clock.ts';
import { makeContext, makeReply, makeRequest, makeTarget } from '../../test/support/target-request.ts';
import { Limiter, limiting } from './limiter.ts';
import { TargetError } from './port.ts';
import { RateWaits } from './rate-waits.ts';
import { retrying } from './retrying.ts';

function open(limits: { readonly concurrency: number; readonly rpm?: number }, answer: (call: number) => string) {
  const clock = new FakeClock();
  const waits = new RateWaits(clock);
  const limiter = new Limiter({ ...limits, clock });
  waits.watch(limiter);
  const inner = makeTarget((call) => makeReply(answer(call)));
  const target = retrying(limiting(inner, limiter), { clock, random: () => 1, waits });
  return { clock, waits, ask: () => target.ask(makeRequest(), makeContext()) };
}

function refuse(retryAfterMs: number): never {
  throw new TargetError({ cause: 'rate-limited', message: 'Slow down (429).', retryable: true, retryAfterMs });
}

describe('RateWaits', () => {
  it('counts a call that got 429, and those behind it, until the time is over', async () => {
    const { clock, waits, ask } = open({ concurrency: 4 }, (call) => (call === 0 ? refuse(9_000) : 'Hi'));
    expect(waits.find()).toBeUndefined();
    const first = ask();
    await settle();
    const others = [ask(), ask()];
    await settle();
    expect(waits.find()).toEqual({ calls: 3, ms: 9_000 });
    await clock.advance(4_000);
    expect(waits.find()).toEqual({ calls: 3, ms: 5_000 });
    await clock.advance(5_002);
    await Promise.all([first, ...others]);
    expect(waits.find()).toBeUndefined();
  });

  it('counts calls that a limit of our own keeps back, and none that wait for other calls', async () => {
    const { clock, waits, ask } = open({ concurrency: 4, rpm: 1 }, () => 'Hi');
    await ask();
    const second = ask();
    await settle();
    expect(waits.find()?.calls).toBe(1);
    await clock.advance(60_002);
    await second;
    const busy = new Limiter({ concurrency: 1, clock });
    const held = Promise.withResolvers<void>();
    const slow = limiting(
      makeTarget(async () => {
        await held.promise;
        return makeReply('Hi');
      }),
      busy,
    );
    waits.watch(busy);
    const asked = [slow.ask(makeRequest(), makeContext()), slow.ask(makeRequest(), makeContext())];
    await settle();
    expect(waits.find()).toBeUndefined();
    held.resolve();
    await Promise.all(asked);
  });
});
