import fc from 'fast-check';
import { expect, it } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { toJobId } from './job-id.ts';

const at = (time: string) => ({ ...systemClock, now: () => Date.parse(time) });

it('contains the time to the second', () => {
  expect(toJobId(at('2026-11-15T22:45:30.900Z'))).toMatch(/^20261115-224530-[a-z2-9]{4}$/);
});

it.each([
  { name: 'was made in the same second', newest: '20261115-224530-zzzz', begins: '20261115-224531-' },
  { name: 'was made before the clock was set back', newest: '20270101-235959-aaaa', begins: '20270102-000000-' },
  { name: 'is older', newest: '20261115-224529-zzzz', begins: '20261115-224530-' },
  { name: 'has no time in it', newest: 'zzz', begins: '20261115-224530-' },
])('sorts after the newest run when that $name', ({ newest, begins }) => {
  expect(toJobId(at('2026-11-15T22:45:30Z'), newest).startsWith(begins)).toBe(true);
});

it('sorts in the order of creation, whatever the clock says', () => {
  const times = fc.array(fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }));
  fc.assert(
    fc.property(times, (dates) => {
      const ids: string[] = [];
      for (const date of dates) ids.push(toJobId({ ...systemClock, now: () => date.getTime() }, ids.at(-1)));
      expect(ids.toSorted()).toEqual(ids);
    }),
  );
});
