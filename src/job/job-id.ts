import { randomInt } from 'node:crypto';
import type { Clock } from '../base/clock.ts';

/** Letters and digits that are hard to confuse. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * `20261115-224530-k3fm`: sorts by time, shows the time, and is short enough to type. `newest`: the id that it must
 * sort after, even if both were made in the same second or the clock was set back.
 */
export function toJobId(clock: Clock, newest = ''): string {
  const now = toTime(clock.now());
  const before = newest.slice(0, now.length);
  const next = toMilliseconds(before) + 1000;
  const time = now > before || Number.isNaN(next) ? now : toTime(next);
  const tail = Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return `${time}-${tail}`;
}

function toTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
}

function toMilliseconds(time: string): number {
  return Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));
}
