import type { AnswerKey } from '../conversation/answer-key.ts';
import { toUrlKey } from './normalise-url.ts';

/** Bounded, since the signs behind it are looked at one by one. */
const address = /https?:\/\/[^\s<>"`|\\^{}[\]]{1,8000}/gi;
const sign = /[\p{P}\p{S}]/u;

/** So many signs behind an address are looked at one by one; a longer row of them belongs to no address. */
const maxSigns = 10;

/**
 * The addresses that an answer key names and that are not among `known` (keys of `toUrlKey`), each once. A sign behind
 * an address belongs to the sentence unless the address is known with it: `(see https://a/b_(c)).`
 */
export function listUnknownUrls(key: AnswerKey, known: ReadonlySet<string>): readonly string[] {
  const texts = [key.reference, key.outcome, ...(key.mustMention ?? [])];
  const named = texts.flatMap((text) => text?.match(address) ?? []);
  return [...new Set(named.filter((url) => !isKnown(url, known)).map(withoutSigns))];
}

function isKnown(url: string, known: ReadonlySet<string>): boolean {
  const shortest = Math.max(countWithoutSigns(url), url.length - maxSigns);
  for (let end = url.length; end >= shortest; end--) if (known.has(toUrlKey(url.slice(0, end)))) return true;
  return false;
}

function withoutSigns(url: string): string {
  return url.slice(0, countWithoutSigns(url));
}

function countWithoutSigns(url: string): number {
  let end = url.length;
  while (end > 0 && sign.test(url.charAt(end - 1))) end--;
  return end;
}
