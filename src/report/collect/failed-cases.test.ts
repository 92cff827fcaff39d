import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseLine } from '../run-summary.ts';
import { FailedCases } from './failed-cases.ts';

const compare = (one: CaseLine, other: CaseLine) => one.position - other.position;

function toLine(position: number, repeat: number, status: CaseLine['status']): CaseLine {
  const name = { eval: 'd', target: 'bot', send: 'question', play: 'reply' } as const;
  return { ...name, id: `c${position}`, file: 0, position, repeat, status };
}

function collect(lines: readonly CaseLine[], { most = 3, hasRepeats = true } = {}) {
  const failed = new FailedCases({ most, compare, hasRepeats });
  for (const line of lines) failed.add(line);
  return { count: failed.count, list: failed.list() };
}

describe('FailedCases', () => {
  it('keeps a case once, by its first fail, and counts how its plays ended', () => {
    const { list } = collect([
      toLine(0, 3, 'fail'),
      toLine(0, 1, 'fail'),
      toLine(0, 0, 'error'),
      toLine(0, 2, 'pass'),
      toLine(0, 4, 'skipped'),
    ]);
    expect(list).toEqual([{ ...toLine(0, 1, 'fail'), plays: { fail: 2, error: 1, of: 4 } }]);
  });

  it('says nothing of plays where a case was played once', () => {
    expect(collect([toLine(0, 0, 'fail')]).list).toEqual([toLine(0, 0, 'fail')]);
    expect(collect([toLine(0, 0, 'fail')], { hasRepeats: false }).list).toEqual([toLine(0, 0, 'fail')]);
  });

  it('does not depend on their order, and counts the cases that it drops too', () => {
    const statuses = ['pass', 'fail', 'error', 'ungraded'] as const;
    const anyPlays = fc.array(fc.array(fc.constantFrom(...statuses), { maxLength: 3 }), { maxLength: 6 });
    const anyOrder = fc.array(fc.integer(), { minLength: 18, maxLength: 18 });
    fc.assert(
      fc.property(anyPlays, anyOrder, (plays, order) => {
        const lines = plays.flatMap((list, position) => list.map((status, repeat) => toLine(position, repeat, status)));
        const mixed = lines
          .map((line, index) => ({ line, place: order[index] ?? 0 }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ line }) => line);
        const { count, list } = collect(lines);
        expect(collect(mixed)).toEqual({ count, list });
        expect(count).toBe(plays.filter((all) => all.some((one) => one === 'fail' || one === 'error')).length);
        expect(list).toHaveLength(Math.min(3, count));
      }),
    );
  });
});
