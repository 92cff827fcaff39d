import { describe, expect, it } from 'vitest';
import { keepInMemory } from '../kept-records.ts';
import type { LabelToGive } from '../labels.ts';
import { graceMs, LabelSender } from './label-sender.ts';
import type { StoredLabel } from './pending-label.ts';

const label: LabelToGive = {
  dataset: 'd',
  id: 'a',
  turnIndex: 1,
  question: 'overall',
  score: 2,
  reason: '',
  blind: true,
};
const away = new Error('away');

/** A server, a clock and a browser's memory, all moved by hand. */
function toBench(kept = keepInMemory<StoredLabel>()) {
  let now = 1_000_000;
  let names = 0;
  let timer: { readonly run: () => void; readonly at: number } | undefined;
  const given: { readonly label: LabelToGive; readonly once: string }[] = [];
  const told: LabelToGive[] = [];
  const server: { fault: unknown } = { fault: undefined };
  const sender = new LabelSender({
    give: async (sent, once) => {
      if (server.fault !== undefined) throw server.fault;
      given.push({ label: sent, once });
    },
    isPassing: (error) => error === away,
    kept,
    now: () => now,
    wait: (run, ms) => {
      const mine = { run, at: now + ms };
      timer = mine;
      return () => {
        if (timer === mine) timer = undefined;
      };
    },
    newOnce: () => `once-${++names}`,
    onGiven: async (sent) => void told.push(sent),
  });
  const pass = async (ms: number) => {
    const end = now + ms;
    while (timer !== undefined && timer.at <= end) {
      const { run, at } = timer;
      timer = undefined;
      now = Math.max(now, at);
      run();
      await settle();
    }
    now = end;
    await settle();
  };
  return { sender, kept, given, told, server, pass };
}

/** Lets every promise that is ready run. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

const kindsOf = ({ sender }: ReturnType<typeof toBench>) => sender.list().map(({ state }) => state.kind);

describe('LabelSender', () => {
  it('sends a label when its grace is over, and keeps it until then', async () => {
    const bench = toBench();
    bench.sender.give(label);
    await bench.pass(graceMs - 1);
    expect(bench.given).toEqual([]);
    expect(await bench.kept.list()).toHaveLength(1);
    await bench.pass(1);
    expect(bench.given).toEqual([{ label, once: 'once-1' }]);
    expect(bench.told).toEqual([label]);
    expect(bench.sender.list()).toEqual([]);
    expect(await bench.kept.list()).toEqual([]);
  });

  it('sends nothing that was taken back', async () => {
    const bench = toBench();
    const once = bench.sender.give(label);
    expect(bench.sender.takeBack(once)).toBe(true);
    await bench.pass(graceMs * 2);
    expect(bench.given).toEqual([]);
    expect(await bench.kept.list()).toEqual([]);
    expect(bench.sender.takeBack(once)).toBe(false);
  });

  it('gives the later of two scores of one place, with the reason of the first', async () => {
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

  it('waits while a reason is written, however long that takes', async () => {
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

  it('tries again under the same name while the server is away', async () => {
    const bench = toBench();
    bench.server.fault = away;
    bench.sender.give(label);
    await bench.pass(graceMs + 10_000);
    expect(kindsOf(bench)).toEqual(['waiting']);
    bench.server.fault = undefined;
    await bench.pass(15_000);
    expect(bench.given).toEqual([{ label, once: 'once-1' }]);
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

  it('keeps what the server refuses, until it is taken back', async () => {
    const bench = toBench();
    bench.server.fault = new Error('not on the scale');
    const once = bench.sender.give(label);
    await bench.pass(graceMs + 60_000);
    expect(bench.sender.list()[0]?.state).toEqual({ kind: 'refused', error: bench.server.fault });
    expect(bench.sender.takeBack(once)).toBe(true);
    expect(await bench.kept.list()).toEqual([]);
  });

  it('sends after a crash what was kept', async () => {
    const crashed = toBench();
    crashed.server.fault = away;
    crashed.sender.give(label);
    const next = toBench(crashed.kept);
    await next.sender.restore();
    await next.sender.restore();
    await next.pass(graceMs * 2);
    expect(next.given).toEqual([{ label, once: 'once-1' }]);
  });

  it('leaves what another tab has sent or taken back meanwhile', async () => {
    const first = toBench();
    first.sender.give(label);
    const second = toBench(first.kept);
    await second.sender.restore();
    await first.pass(graceMs);
    await second.pass(graceMs * 2);
    expect(first.given).toHaveLength(1);
    expect(second.given).toEqual([]);
    expect(second.sender.list()).toEqual([]);
  });
});
