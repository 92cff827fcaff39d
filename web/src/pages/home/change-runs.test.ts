import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChangeEvent, toChangeDays } from './change-runs.ts';

const toDay = (at: string) => at.slice(0, 10);

function event(sequence: number, more: Partial<ChangeEvent>): ChangeEvent {
  return { sequence, at: `2026-01-05T09:00:${String(sequence).padStart(2, '0')}Z`, by: 'ada', action: 'edit', ...more };
}

describe('toChangeDays', () => {
  it('joins consecutive changes by one person, with each item once', () => {
    const days = toChangeDays(
      [
        event(5, { dataset: 'desk', item: 'b' }),
        event(4, { dataset: 'desk', item: 'a' }),
        event(3, { dataset: 'desk', item: 'b' }),
      ],
      toDay,
    );
    expect(days).toMatchObject([{ day: '2026-01-05', runs: [{ sequence: 5, items: ['b', 'a'] }] }]);
  });

  it.each<[string, Partial<ChangeEvent>]>([
    ['another person', { by: 'bob' }],
    ['another action', { action: 'approve' }],
    ['another dataset', { dataset: 'sales' }],
  ])('starts a new run for %s', (_what, more) => {
    const first = event(2, { dataset: 'desk', item: 'a' });
    const [day] = toChangeDays([first, event(1, { dataset: 'desk', item: 'b', ...more })], toDay);
    expect(day?.runs).toHaveLength(2);
  });

  it('starts a new run for another day', () => {
    const days = toChangeDays([event(2, { item: 'a' }), event(1, { item: 'a', at: '2026-01-04T23:59:00Z' })], toDay);
    expect(days.map(({ day }) => day)).toEqual(['2026-01-05', '2026-01-04']);
  });

  it('lists changes without an item one by one', () => {
    const [day] = toChangeDays([event(2, { action: 'snapshot' }), event(1, { action: 'snapshot' })], toDay);
    expect(day?.runs).toHaveLength(2);
  });

  it('keeps every item, in order', () => {
    const some = fc.array(fc.record({ by: fc.constantFrom('ada', 'bob'), item: fc.constantFrom('a', 'b', 'c') }));
    fc.assert(
      fc.property(some, (given) => {
        const events = given.map((more, place) => event(given.length - place, more));
        const told = toChangeDays(events, toDay).flatMap(({ runs }) => runs.flatMap(({ items }) => items));
        expect(new Set(told)).toEqual(new Set(given.map(({ item }) => item)));
      }),
    );
  });
});
