import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { toExpiryTest } from './lease-expiry.ts';

const heartbeatAt = new Date(0).toISOString();
const own = { process: process.pid, host: hostname(), token: 't', since: heartbeatAt };
/** Above the highest number a process can have on any system we run on. */
const deadProcess = 2 ** 30;

it.each([
  { name: 'a process of this machine that runs', changes: {}, afterMs: 1000, gone: false },
  { name: 'a process of this machine that is not there', changes: { process: deadProcess }, afterMs: 0, gone: true },
  { name: 'a number given to another program since', changes: {}, afterMs: 60_001, gone: true },
  { name: 'a process elsewhere', changes: { host: 'elsewhere', process: deadProcess }, afterMs: 60_000, gone: false },
  { name: 'a silent process elsewhere', changes: { host: 'elsewhere' }, afterMs: 60_001, gone: true },
])('the lease of $name has expired: $gone', async ({ changes, afterMs, gone }) => {
  const clock = new FakeClock();
  const owner = { ...own, ...changes };
  await clock.advance(afterMs);
  expect(toExpiryTest(clock)(owner, heartbeatAt)).toBe(gone);
});

it('keeps the lease of a living owner when the clock was set back', () => {
  const clock = new FakeClock();
  const later = new Date(3_600_000).toISOString();
  expect(toExpiryTest(clock)(own, later)).toBe(false);
});
