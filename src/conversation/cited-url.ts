import { toUrlKey } from './url-key.ts';

/**
 * Up to white space, a quote mark, a bracket, or the signs of a sentence that is written without spaces. A round bracket
 * belongs to the address when it closes again in it: `[a](https://a/b_(c)),(https://b)` names two.
 * Bounded, since the signs behind it are looked at one by one.
 */
const letter = '[^\\s\\u0000-\\u001f\\u007f-\\u009f<>"“”«»`|\\\\^{}[\\]()。，、；！？（）【】「」『』《》]';
const address = new RegExp(`https?://(?:${letter}|\\(${letter}{0,200}\\)){1,8000}`, 'gi');
const sign = /[\p{P}\p{S}]/u;

/** So many signs behind an address are looked at one by one; a longer row of them belongs to no address. */
const maxSigns = 10;

/** An address that a text names, and the key it has among the known ones; without key it is not among them. */
export interface CitedUrl {
  readonly url: string;
  readonly key?: string;
}

/**
 * The addresses that a text names, in Markdown or not, in their order. `known`: keys of `toUrlKey`. A sign behind an
 * address belongs to the sentence unless the address is known with it: `(see https://a/b_(c)).`
 */
export function listCitedUrls(text: string, known: ReadonlySet<string>): readonly CitedUrl[] {
  return (text.match(address) ?? []).map((url) => {
    const shortest = countWithoutSigns(url);
    const key = findKey(url, Math.max(shortest, url.length - maxSigns), known);
    return key === undefined ? { url: url.slice(0, shortest) } : { url, key };
  });
}

function findKey(url: string, shortest: number, known: ReadonlySet<string>): string | undefined {
  for (let end = url.length; end >= shortest; end--) {
    const key = toUrlKey(url.slice(0, end));
    if (known.has(key)) return key;
  }
  return undefined;
}

function countWithoutSigns(url: string): number {
  let end = url.length;
  while (end > 0 && sign.test(url.charAt(end - 1))) end--;
  return end;
}
