import { InvalidArgumentError, Option } from 'commander';
import { splitList } from '../base/list-text.ts';
import { usageFault } from './faults.ts';

/** The parsers of option values. Each returns the value, or says what it expects. */
export function toWholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number above 0.');
}

export function toWholeOrZero(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

/** An option that takes several values: it can be repeated, and each value can be a comma-separated list. */
export function listOption(flags: string, text: string, fallback?: string): Option {
  const ends = fallback === undefined ? '' : `, default: ${fallback}`;
  const option = new Option(flags, `${text} (repeatable or comma-separated${ends})`);
  return option.argParser<readonly string[]>((typed, before = []) => [...before, ...parseValues(typed, option)]);
}

/** A blank value is a mistake, such as a variable that is not set. It never means "all" or "none". */
function parseValues(typed: string, { long }: Option): readonly string[] {
  const values = splitList(typed);
  const blanks = values.filter((value) => value.trim() === '').length;
  if (blanks === values.length)
    throw usageFault(`${long} needs at least one value.`, `Add a value, or remove ${long}.`);
  if (blanks > 0) throw usageFault(`${long} has an empty value in "${typed}".`, 'Remove the extra comma.');
  return values;
}

const unitMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `12h`, `30d` or `2w` in milliseconds. */
export function toAgeMs(text: string): number {
  const [, number, unit] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit ?? ''] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new InvalidArgumentError('Expected a number of hours, days or weeks, such as 12h, 30d or 2w.');
}

export function toPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a whole number from 0 to 65535.');
}
