import { InvalidArgumentError } from 'commander';

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `12h`, `30d` or `2w` in milliseconds. */
export function toAgeMs(text: string): number {
  const [, number, unit] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit ?? ''] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new InvalidArgumentError('Expected a number of hours, days or weeks, such as 12h, 30d or 2w.');
}
