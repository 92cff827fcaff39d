import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { FakeTarget, failWith, toReply } from '../../test/support/fake-target.ts';
import { makeContext, makeRequest } from '../../test/support/target-request.ts';
import { PlayStopped } from '../base/play-stopped.ts';
import { Budget, budgeting } from './budget.ts';
import { JobControl } from './control.ts';

describe('a budget of calls', () => {
  it('lets so many calls through and no more, however many come at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 40 }), async (calls, asked) => {
        const control = new JobControl();
        const budget = new Budget({ calls }, control);
        const inner = new FakeTarget(() => 'yes');
        const target = budgeting(inner, budget);
        const outcomes = await Promise.allSettled(
          Array.from({ length: asked }, () => target.ask(makeRequest(), makeContext())),
        );
        const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
        expect(inner.requests).toHaveLength(Math.min(calls, asked));
        expect(refused.every((reason) => reason instanceof PlayStopped)).toBe(true);
        expect(control.skipReason).toBe(asked > calls ? `--max-calls ${calls} was reached` : undefined);
        expect(budget.inFlight).toBe(0);
      }),
    );
  });

  it('counts calls that fail', async () => {
    const budget = new Budget({ calls: 2 }, new JobControl());
    const target = budgeting(new FakeTarget(() => failWith('timeout')), budget);
    for (let call = 0; call < 2; call += 1) {
      await expect(target.ask(makeRequest(), makeContext())).rejects.toThrow('It failed: timeout.');
    }
    await expect(target.ask(makeRequest(), makeContext())).rejects.toBeInstanceOf(PlayStopped);
    expect(budget.calls).toBe(2);
  });
});

describe('a budget of money', () => {
  const cost = (costUsd: number | null) => toReply('x', { call: { latencyMs: 1, costUsd } });

  it('stops before the call that would run past it', async () => {
    // Each call costs 0.25. After three, 0.75 is spent, and 0.75 + 0.25 = 1 is not more than 1: a fourth fits, a fifth not.
    const control = new JobControl();
    const budget = new Budget({ usd: 1 }, control);
    const target = budgeting(new FakeTarget(() => cost(0.25)), budget);
    for (let call = 0; call < 4; call += 1) await target.ask(makeRequest(), makeContext());
    await expect(target.ask(makeRequest(), makeContext())).rejects.toBeInstanceOf(PlayStopped);
    expect(budget.spentUsd).toBe(1);
    expect(control.skipReason).toBe('--budget-usd 1 was reached');
  });

  it('counts what was spent before', async () => {
    const control = new JobControl();
    const budget = new Budget({ usd: 1, calls: 9 }, control, { usd: 0.75, calls: 3 });
    const target = budgeting(new FakeTarget(() => cost(0.25)), budget);
    await target.ask(makeRequest(), makeContext());
    await expect(target.ask(makeRequest(), makeContext())).rejects.toBeInstanceOf(PlayStopped);
    expect([budget.calls, budget.spentUsd, control.skipReason]).toEqual([4, 1, '--budget-usd 1 was reached']);
  });

  it('makes one call at a time until a price was seen, so that many at once cannot run past it', async () => {
    const control = new JobControl();
    const budget = new Budget({ usd: 0.015 }, control);
    const inner = new FakeTarget(() => cost(0.01));
    const target = budgeting(inner, budget);
    const asked = Array.from({ length: 10 }, () => target.ask(makeRequest(), makeContext()));
    const outcomes = await Promise.allSettled(asked);
    // 0.01 is spent, and there is no room for another 0.01.
    expect(inner.requests).toHaveLength(1);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(9);
    expect(budget.spentUsd).toBe(0.01);
  });

  it('reserves the most expensive call seen so far for each call in flight', async () => {
    // 0.25 is spent, and three calls in flight reserve 0.75: together 1. There is no room for a fourth.
    const clock = new FakeClock();
    const control = new JobControl();
    const budget = new Budget({ usd: 1 }, control);
    const inner = new FakeTarget(async ({ replyIndex }) => {
      if (replyIndex > 0) await clock.sleep(10);
      return cost(0.25);
    });
    const target = budgeting(inner, budget);
    await target.ask(makeRequest(), makeContext());
    const asked = Array.from({ length: 10 }, () => target.ask(makeRequest({ replyIndex: 1 }), makeContext()));
    const outcomes = Promise.allSettled(asked);
    await clock.advance(10);
    expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(budget.spentUsd).toBe(1);
  });

  it('is never overspent once the price of a call is known', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9), { minLength: 1, maxLength: 40 }), fc.nat(30), async (ticks, cents) => {
        const clock = new FakeClock();
        const usd = cents + 1;
        const budget = new Budget({ usd }, new JobControl());
        const target = budgeting(
          new FakeTarget(async ({ replyIndex }) => {
            await clock.sleep(ticks[replyIndex] ?? 0);
            return cost(1);
          }),
          budget,
        );
        const first = target.ask(makeRequest({ replyIndex: ticks.length }), makeContext());
        await clock.advance(0);
        await first;
        const rest = Promise.allSettled(
          ticks.map((_, replyIndex) => target.ask(makeRequest({ replyIndex }), makeContext())),
        );
        await clock.advance(100);
        await rest;
        expect(budget.spentUsd).toBe(Math.min(usd, 1 + ticks.length));
      }),
      { numRuns: 30 },
    );
  });
});

it('keeps the id of the target, and closes it', async () => {
  let isClosed = false;
  const inner = {
    id: 'desk-bot',
    ask: async () => toReply('x'),
    close: async () => {
      isClosed = true;
    },
  };
  const target = budgeting(inner, new Budget({}, new JobControl()));
  await target.close?.();
  expect(target.id).toBe('desk-bot');
  expect(isClosed).toBe(true);
});
