import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { toHolder } from './lease.ts';

it('names this process, and tells two holders apart', () => {
  const clock = new FakeClock();
  const [one, other] = [toHolder(clock), toHolder(clock)];
  expect(one).toMatchObject({ process: process.pid, host: hostname(), since: new Date(0).toISOString() });
  expect(one.token).not.toBe(other.token);
});
