import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { FakeClock } from '../../test/support/fake-clock.ts';
import { toLeaseOwner } from './lease.ts';

it('names this process, with its own token', () => {
  const clock = new FakeClock();
  const [one, other] = [toLeaseOwner(clock), toLeaseOwner(clock)];
  expect(one).toMatchObject({ process: process.pid, host: hostname(), since: new Date(0).toISOString() });
  expect(one.token).not.toBe(other.token);
});
