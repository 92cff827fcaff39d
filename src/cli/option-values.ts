import { InvalidArgumentError } from 'commander';

/** What an option's text has to be. Each returns the value, or says what was wanted. */
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

/** For an option that may be given several times. */
export function addWord(word: string, before: readonly string[] = []): readonly string[] {
  return [...before, word];
}

/** For an option that may be given several times, or once with commas. */
export function addWords(words: string, before: readonly string[] = []): readonly string[] {
  const list = words.split(',').map((word) => word.trim());
  return [...before, ...list.filter((word) => word !== '')];
}
