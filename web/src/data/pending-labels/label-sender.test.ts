import { describe, expect, it } from 'vitest';
import {
  away,
  type Browser,
  kindsOf,
  label,
  taken,
  toBench,
  toBrowser,
} from '../../../../test/support/web/label-bench.ts';
import { longestRetryMs } from '../retry-delay.ts';
import { graceMs } from './label-sender.ts';

describe('LabelSender', () => {
  it('sends a label after its grace period, and stores it until then', async () => {
    const bench = toBench();
    bench.sender.give(label);
    await bench.pass(graceMs - 1);
    expect(bench.given).toEqual([]);
    expect(await bench.kept.list()).toHaveLength(1);
    await bench.pass(1);
    expect(bench.given).toEqual([{ label, once: 'one-1' }]);
    expect(bench.told).toEqual([label]);
    expect(bench.sender.list()).toEqual([]);
    expect(await bench.kept.list()).toEqual([]);
  });

  it('does not send a withdrawn label', async () => {
    const bench = toBench();
    const once = bench.sender.give(label);
    expect(bench.sender.withdraw(once)).toBe(true);
    await bench.pass(graceMs * 2);
    expect(bench.given).toEqual([]);
    expect(await bench.kept.list()).toEqual([]);
    expect(bench.sender.withdraw(once)).toBe(false);
  });

  it('sends the later of two scores of one turn, with the reason of the first', async () => {
    const bench = toBench();
    const first = bench.sender.give(label);
    bench.sender.writeReason(first, 'because');
    bench.sender.give({ ...label, score: -1 });
    bench.sender.give({ ...label, turnIndex: null });
    await bench.pass(graceMs);
    expect(bench.given.map((sent) => [sent.label.turnIndex, sent.label.score, sent.label.reason])).toEqual([
      [1, -1, 'because'],
      [null, 2, ''],
    ]);
  });

  it('waits while a reason is being written', async () => {
    const bench = toBench();
    const once = bench.sender.give(label);
    bench.sender.writeReason(once, 'too');
    await bench.pass(graceMs * 10);
    bench.sender.writeReason(once, 'too short');
    expect(bench.given).toEqual([]);
    bench.sender.release(once);
    await bench.pass(graceMs);
    expect(bench.given[0]?.label.reason).toBe('too short');
  });

  it('retries with the same idempotency key while the server is unreachable', async () => {
    const bench = toBench();
    bench.server.fault = away;
    bench.sender.give(label);
    await bench.pass(graceMs + 10_000);
    expect(kindsOf(bench)).toEqual(['waiting']);
    bench.server.fault = undefined;
    await bench.pass(15_000);
    expect(bench.given).toEqual([{ label, once: 'one-1' }]);
  });

  it('sends at once when the server is back', async () => {
    const bench = toBench();
    bench.server.fault = away;
    bench.sender.give(label);
    await bench.pass(graceMs + 60_000);
    bench.server.fault = undefined;
    bench.sender.flush();
    await bench.pass(0);
    expect(bench.given).toHaveLength(1);
  });

  it('keeps a refused label until it is withdrawn', async () => {
    const bench = toBench();
    bench.server.fault = new Error('not on the scale');
    const once = bench.sender.give(label);
    await bench.pass(graceMs + 60_000);
    expect(bench.sender.list()[0]?.state).toEqual({ kind: 'refused', error: bench.server.fault });
    expect(bench.sender.withdraw(once)).toBe(true);
    expect(await bench.kept.list()).toEqual([]);
  });

  it('sends stored labels after a crash', async () => {
    const browser = toBrowser();
    const crashed = toBench(browser);
    crashed.server.fault = away;
    crashed.sender.give(label);
    browser.live?.delete('one');
    const next = toBench(browser, 'two');
    await next.sender.restore();
    await next.sender.restore();
    await next.pass(graceMs);
    expect(next.given).toEqual([{ label, once: 'one-1' }]);
    expect(await next.kept.list()).toEqual([]);
  });

  it('leaves the labels of an open tab to that tab until it closes', async () => {
    const browser = toBrowser();
    const first = toBench(browser);
    const once = first.sender.give(label);
    first.sender.writeReason(once, 'because it is');
    const second = toBench(browser, 'two');
    await second.sender.restore();
    await second.pass(graceMs * 100);
    expect(second.sender.list()).toEqual([]);
    expect(second.given).toEqual([]);
    first.sender.writeReason(once, 'because it is wrong');
    browser.live?.delete('one');
    await second.pass(longestRetryMs + graceMs);
    expect(second.given.map((sent) => sent.label.reason)).toEqual(['because it is wrong']);
  });

  it('adopts the labels of a closed tab, so that a third tab leaves them alone', async () => {
    const browser = toBrowser();
    toBench(browser).sender.give(label);
    browser.live?.delete('one');
    const second = toBench(browser, 'two');
    second.server.fault = away;
    await second.sender.restore();
    await second.pass(0);
    const third = toBench(browser, 'three');
    await third.sender.restore();
    await third.pass(graceMs * 2);
    expect(third.given).toEqual([]);
    expect(third.sender.list()).toEqual([]);
  });

  it('adopts only old labels if the browser does not report open tabs', async () => {
    const browser: Browser = { ...toBrowser(), live: undefined };
    toBench(browser).sender.give(label);
    const second = toBench(browser, 'two');
    await second.sender.restore();
    expect(second.sender.list()).toEqual([]);
    second.clock.ahead += 3_600_000;
    await second.sender.restore();
    await second.pass(graceMs);
    expect(second.given).toHaveLength(1);
  });

  it('skips labels that another tab sent or withdrew in the meantime', async () => {
    const browser = toBrowser();
    const first = toBench(browser);
    const once = first.sender.give(label);
    browser.live?.delete('one');
    const second = toBench(browser, 'two');
    await second.sender.restore();
    await second.kept.remove(once);
    await second.pass(graceMs * 2);
    expect(second.given).toEqual([]);
    expect(second.sender.list()).toEqual([]);
  });

  it('drops a label that the server already has, and reads the labels again', async () => {
    const bench = toBench();
    bench.server.fault = taken;
    bench.server.has = true;
    bench.sender.give(label);
    await bench.pass(graceMs * 3);
    expect(bench.told).toEqual([label]);
    expect(bench.sender.list()).toEqual([]);
    expect(await bench.kept.list()).toEqual([]);
  });

  it('sends a label again if its idempotency key was used for another label', async () => {
    const bench = toBench();
    bench.server.fault = taken;
    const once = bench.sender.give({ ...label, reason: 'all of it' });
    await bench.pass(graceMs);
    expect(kindsOf(bench)).toEqual(['grace']);
    expect(bench.sender.withdraw(once)).toBe(false);
    bench.server.fault = undefined;
    await bench.pass(graceMs);
    expect(bench.given).toEqual([{ label: { ...label, reason: 'all of it' }, once: 'one-2' }]);
    expect(await bench.kept.list()).toEqual([]);
  });
});

describe('a change of the clock', () => {
  it('backwards delays a label by at most the longest pause', async () => {
    const bench = toBench();
    bench.sender.give(label);
    bench.clock.ahead -= 40 * 86_400_000;
    await bench.pass(graceMs + longestRetryMs);
    expect(bench.given).toHaveLength(1);
    expect(Math.max(...bench.waits)).toBeLessThanOrEqual(longestRetryMs);
  });

  it('forwards does not delay a label', async () => {
    const bench = toBench();
    bench.sender.give(label);
    bench.clock.ahead += 40 * 86_400_000;
    await bench.pass(graceMs);
    expect(bench.given).toHaveLength(1);
    expect(Math.min(...bench.waits)).toBeGreaterThanOrEqual(0);
  });
});
