import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../test/support/fake-clock.ts';
import { makeContext, makeReply, makeRequest, makeTarget } from '../../test/support/target-request.ts';
import { TargetError, type TargetErrorInfo } from './port.ts';
import { retrying } from './retrying.ts';

function fail(info: Partial<TargetErrorInfo> = {}): never {
  throw new TargetError({ cause: 'provider-error', message: 'The provider failed (500).', retryable: true, ...info });
}

/** Sleeping takes no real time. `slept` lists how long each sleep was. */
class HastyClock extends FakeClock {
  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const slept = super.sleep(ms, signal);
    await this.advance(ms);
    return slept;
  }
}

const half = () => 0.5;

describe('retrying', () => {
  it('hands a first reply on as it is', async () => {
    const reply = makeReply('Hi');
    const target = retrying(
      makeTarget(() => reply),
      { clock: new FakeClock(), random: half },
    );
    expect(await target.ask(makeRequest(), makeContext())).toBe(reply);
  });

  it('counts the calls that got 429, in a reply and in an error', async () => {
    const refuse = () => fail({ cause: 'rate-limited', status: 429 });
    const answers = [refuse, fail, refuse, () => makeReply('Hi')];
    const clock = new HastyClock();
    const inner = makeTarget((call) => answers[call]?.() ?? fail());
    const { call } = await retrying(inner, { clock, random: half }).ask(makeRequest(), makeContext());
    expect(call).toMatchObject({ attempts: 4, rateLimited: 2 });
    const always = retrying(makeTarget(refuse), { clock, random: half }).ask(makeRequest(), makeContext());
    await expect(always).rejects.toMatchObject({ info: { attempts: 5, rateLimited: 5 } });
  });

  it('stops waiting for another attempt when the target is given up', async () => {
    const givenUp = new AbortController();
    const clock = new FakeClock();
    const inner = makeTarget(() => fail({ cause: 'unreachable' }));
    const asked = retrying(inner, { clock, random: half, givenUp: givenUp.signal }).ask(makeRequest(), makeContext());
    await settle();
    expect(clock.sleeping).toBe(1);
    const reason = new Error('given up');
    givenUp.abort(reason);
    await expect(asked).rejects.toBe(reason);
    expect(inner.asked).toBe(1);
  });

  it('counts the calls that a reply took', async () => {
    const clock = new HastyClock();
    const inner = makeTarget((call) => (call < 2 ? fail() : makeReply('Hi')));
    const { call } = await retrying(inner, { clock, random: half }).ask(makeRequest(), makeContext());
    expect(call.attempts).toBe(3);
    // half of 500, half of 1000
    expect(clock.slept).toEqual([250, 500]);
  });

  it('doubles the wait up to 30 s, and gives up after its attempts', async () => {
    const clock = new HastyClock();
    const inner = makeTarget(() => fail());
    const asked = retrying(inner, { attempts: 9, clock, random: () => 1 }).ask(makeRequest(), makeContext());
    await expect(asked).rejects.toMatchObject({ info: { cause: 'provider-error', attempts: 9 } });
    expect(clock.slept).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('tries 5 times when nothing else is said', async () => {
    const inner = makeTarget(() => fail());
    const asked = retrying(inner, { clock: new HastyClock(), random: half }).ask(makeRequest(), makeContext());
    await expect(asked).rejects.toMatchObject({ info: { attempts: 5 } });
    expect(inner.asked).toBe(5);
  });

  it('waits as long as the target asks', async () => {
    const clock = new HastyClock();
    const inner = makeTarget((call) =>
      call === 0 ? fail({ cause: 'rate-limited', retryAfterMs: 300_000 }) : makeReply('Hi'),
    );
    await retrying(inner, { clock, random: half }).ask(makeRequest(), makeContext());
    expect(clock.slept).toEqual([300_000]);
  });

  it('gives up, and says so, when the target asks for more than 5 minutes', async () => {
    const inner = makeTarget(() => fail({ retryAfterMs: 600_000 }));
    const asked = retrying(inner, { clock: new FakeClock(), random: half }).ask(makeRequest(), makeContext());
    await expect(asked).rejects.toThrow('It asked to wait 10 minutes, but Turnwise waits at most 5.');
    expect(inner.asked).toBe(1);
  });

  it('does not try again what cannot succeed', async () => {
    const inner = makeTarget(() => fail({ cause: 'bad-request', retryable: false }));
    const asked = retrying(inner, { clock: new FakeClock(), random: half }).ask(makeRequest(), makeContext());
    await expect(asked).rejects.toMatchObject({ info: { cause: 'bad-request', attempts: 1 } });
  });

  it('tries a slow target twice at most', async () => {
    const inner = makeTarget((call) => (call === 0 ? fail() : fail({ cause: 'timeout' })));
    const asked = retrying(inner, { clock: new HastyClock(), random: half }).ask(makeRequest(), makeContext());
    await expect(asked).rejects.toMatchObject({ info: { cause: 'timeout', attempts: 3 } });
  });

  it('rethrows a bug', async () => {
    const inner = makeTarget(() => {
      throw new TypeError('wrong');
    });
    const asked = retrying(inner, { clock: new FakeClock(), random: half }).ask(makeRequest(), makeContext());
    await expect(asked).rejects.toThrow(TypeError);
  });

  it('ends at once with the reason of the abort, also while it waits', async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const inner = makeTarget(() => fail());
    const asked = retrying(inner, { clock, random: half }).ask(makeRequest(), { signal: controller.signal });
    await clock.whenSleeping(1);
    controller.abort(new Error('the run stops'));
    await expect(asked).rejects.toThrow('the run stops');
    expect(inner.asked).toBe(1);
  });

  describe('of a target that keeps the conversation itself', () => {
    const ask = (inner: ReturnType<typeof makeTarget>, conversationId?: string) =>
      retrying(inner, { clock: new HastyClock(), random: half, keepsConversation: true }).ask(
        makeRequest(conversationId === undefined ? {} : { conversationId }),
        makeContext(),
      );

    it('does not ask again when the turn may have been taken up, and says that the conversation starts over', async () => {
      const inner = makeTarget(() => fail());
      await expect(ask(inner, 'c-1')).rejects.toMatchObject({ info: { needsRestart: true, attempts: 1 } });
      expect(inner.asked).toBe(1);
    });

    it('counts the calls that got 429 before it, too', async () => {
      const refuse = () => fail({ cause: 'rate-limited', isUndelivered: true });
      const inner = makeTarget((call) => (call < 2 ? refuse() : fail()));
      await expect(ask(inner, 'c-1')).rejects.toMatchObject({
        info: { needsRestart: true, attempts: 3, rateLimited: 2 },
      });
    });

    it('asks again in place when the call was never taken up', async () => {
      const inner = makeTarget((call) => (call < 2 ? fail({ isUndelivered: true }) : makeReply('Hi')));
      expect((await ask(inner, 'c-1')).call.attempts).toBe(3);
    });

    it('fails for good where asking again would not help', async () => {
      const asked = ask(
        makeTarget(() => fail({ cause: 'bad-request', retryable: false })),
        'c-1',
      );
      await expect(asked).rejects.toMatchObject({ info: { cause: 'bad-request' } });
      await asked.catch((error: TargetError) => expect(error.info).not.toHaveProperty('needsRestart'));
    });

    it('asks again for a call outside of a conversation', async () => {
      const inner = makeTarget((call) => (call < 1 ? fail() : makeReply('Hi')));
      expect((await ask(inner)).call.attempts).toBe(2);
    });
  });
});
