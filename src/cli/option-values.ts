import { InvalidArgumentError, Option } from 'commander';
import { splitList } from '../base/list-text.ts';
import { usageFault } from './usage-fault.ts';

/** The parsers of option values. Each returns the value, or says what it expects. */
export function toWholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number above 0.');
}

export function toWholeOrZero(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

export function toPositive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('Expected a number above 0.');
}

export function toRate(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 1.');
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
