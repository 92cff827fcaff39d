import { describe, expect, it } from 'vitest';
import { away, kindsOf, label, settle, toBench } from '../../../../test/support/web/label-bench.ts';
import { longestRetryMs } from '../retry-delay.ts';
import { graceMs } from './label-sender.ts';
import type { Placing } from './place-label.ts';

/** Given on what the server did not have yet. */
const early = { ...label, revision: undefined, turnId: 'answer' };

describe('a label on an unsaved edit', () => {
  it('waits for the edit, and then has the turn index and revision of the server', async () => {
    const bench = toBench();
    bench.sender.give(early);
    await bench.pass(graceMs * 20);
    expect(bench.given).toEqual([]);
    expect(kindsOf(bench)).toEqual(['unsaved']);
    bench.server.placing = { kind: 'placed', turnIndex: 2, revision: 5 };
    await bench.pass(graceMs);
    expect(bench.given).toEqual([{ label: { ...label, turnIndex: 2, revision: 5 }, once: 'one-1' }]);
    expect(bench.sender.list()).toEqual([]);
  });

  it('can be withdrawn while it waits', async () => {
    const bench = toBench();
    const once = bench.sender.give(early);
    await bench.pass(graceMs * 2);
    expect(bench.sender.withdraw(once)).toBe(true);
    bench.server.placing = { kind: 'placed', turnIndex: 2, revision: 5 };
    await bench.pass(graceMs * 2);
    expect(bench.given).toEqual([]);
  });

  it('is not sent early when the page closes while its edit is unsaved', async () => {
    const bench = toBench();
    bench.server.placing = { kind: 'placed', turnIndex: 0, revision: 1 };
    bench.sender.give(early);
    bench.sender.flush();
    await bench.pass(0);
    expect(bench.given).toEqual([]);
  });

  it('sends the same label on every retry, even if the item changes', async () => {
    const bench = toBench();
    bench.server.placing = { kind: 'placed', turnIndex: 2, revision: 5 };
    bench.server.fault = away;
    bench.sender.give(early);
    await bench.pass(graceMs);
    expect((await bench.kept.list())[0]?.label).toMatchObject({ turnIndex: 2, revision: 5 });
    bench.server.placing = { kind: 'placed', turnIndex: 3, revision: 9 };
    bench.server.fault = undefined;
    await bench.pass(longestRetryMs);
    expect(bench.given.map((sent) => sent.label.revision)).toEqual([5]);
  });

  it('waits for an unreachable server', async () => {
    const bench = toBench();
    bench.server.placing = away;
    bench.sender.give(early);
    await bench.pass(graceMs);
    expect(kindsOf(bench)).toEqual(['waiting']);
    bench.server.placing = { kind: 'placed', turnIndex: 2, revision: 5 };
    await bench.pass(longestRetryMs);
    expect(bench.given).toHaveLength(1);
  });

  it('is kept and not sent if its turn was removed', async () => {
    const bench = toBench();
    bench.server.placing = { kind: 'gone' };
    const once = bench.sender.give(early);
    await bench.pass(graceMs * 5);
    expect(kindsOf(bench)).toEqual(['lost']);
    expect(bench.given).toEqual([]);
    expect(bench.sender.withdraw(once)).toBe(true);
  });

  it('keeps a reason that is written while the label is being placed', async () => {
    const bench = toBench();
    const { promise, resolve } = Promise.withResolvers<Placing>();
    const once = bench.sender.give(early);
    await bench.pass(graceMs - 1);
    Object.defineProperty(bench.server, 'placing', { get: () => promise });
    await bench.pass(1);
    bench.sender.writeReason(once, 'because');
    resolve({ kind: 'placed', turnIndex: 2, revision: 5 });
    await settle();
    expect(kindsOf(bench)).toEqual(['held']);
    bench.sender.release(once);
    await bench.pass(graceMs);
    expect(bench.given.map((sent) => sent.label.reason)).toEqual(['because']);
  });

  it('is replaced by a later score of the same turn, even if the turn moved', async () => {
    const bench = toBench();
    bench.sender.give(early);
    bench.sender.give({ ...early, turnIndex: 3, score: -1 });
    bench.sender.give({ ...early, turnId: 'other' });
    expect(bench.sender.list().map(({ label: { turnId, score } }) => [turnId, score])).toEqual([
      ['answer', -1],
      ['other', 2],
    ]);
  });
});
