import { InvalidArgumentError } from 'commander';

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

/**
 * The one parser of options that take several values: each can be repeated, and each value can be a comma-separated list.
 * An id that contains a comma is written with a backslash: `--case 'a\,b'`. Every other backslash stays.
 */
export function addValues(text: string, before: readonly string[] = []): readonly string[] {
  const values = text.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ',').trim());
  return [...before, ...values.filter((value) => value !== '')];
}
