import { itemBounds } from './item/parse-result.ts';

/** Scheme, user, host (a name, or an address in brackets) and port, up to path, query or fragment. */
const front = /^([a-z][a-z\d+.-]*):\/\/([^/?#@\s]*@)?([^/?#@\s:[\]]+|\[[\da-f:.]+\])(?::(\d*))?(?=[/?#]|$)/i;

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/**
 * Normalizes a URL for comparison: scheme and host in lower case, without default port, fragment and trailing slash.
 * Any other text is only trimmed.
 *
 * @example toUrlKey('HTTPS://Example.com:443/Doc/#top') // 'https://example.com/Doc'
 */
export function toUrlKey(url: string): string {
  const trimmed = url.trim();
  const match = front.exec(trimmed);
  if (match === null) return trimmed;
  const [whole, scheme = '', user = '', host = '', port = ''] = match;
  const fragmentAt = trimmed.indexOf('#', whole.length);
  const rest = fragmentAt === -1 ? trimmed.slice(whole.length) : trimmed.slice(whole.length, fragmentAt).trimEnd();
  const lowerScheme = scheme.toLowerCase();
  const shownPort = port === '' || port === defaultPorts[lowerScheme] ? '' : `:${port}`;
  return `${lowerScheme}://${user}${host.toLowerCase()}${shownPort}${withoutTrailingSlash(rest)}`;
}

/** Removes slashes at the end of the path, before a query. */
function withoutTrailingSlash(rest: string): string {
  const queryAt = rest.indexOf('?');
  const pathEnd = queryAt === -1 ? rest.length : queryAt;
  let end = pathEnd;
  while (end > 0 && rest[end - 1] === '/') end--;
  return end === pathEnd ? rest : rest.slice(0, end) + rest.slice(pathEnd);
}

/**
 * Characters of a URL in text. It ends at whitespace, quotes, brackets and full-width punctuation. A round bracket
 * belongs to the URL if it is closed inside it: `[a](https://a/b_(c)),(https://b)` has two URLs. The length is limited,
 * because characters at the end are tested one by one.
 */
const letter = '[^\\s\\u0000-\\u001f\\u007f-\\u009f<>"“”«»`|\\\\^{}[\\]()。，、；！？（）【】「」『』《》]';
const address = new RegExp(`https?://(?:${letter}|\\(${letter}{0,200}\\)){1,8000}`, 'gi');
const sign = /[\p{P}\p{S}]/u;

/** The number of punctuation marks after a URL that are tested one by one. A longer row is not part of a URL. */
const maxSigns = 10;

/** A URL in a text, and its key if it is a known one. */
interface CitedUrl {
  readonly url: string;
  readonly key?: string;
}

/**
 * Lists the URLs in a text, Markdown or not, in order. `known`: keys of `toUrlKey`. Punctuation after a URL belongs to
 * the sentence, unless the known URL includes it: `(see https://a/b_(c)).`
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

const controlCharacter = /[\p{Cc}\u2028\u2029]/u;
/** Characters that readers do not see, and that some programs drop before they read the scheme. */
const unseen = /[\s\p{Cc}\p{Cf}]/gu;
const refusedScheme = /^(?:javascript|data|vbscript|file|blob):/i;

/**
 * What is wrong with the URL of a reference. Undefined: nothing. A second line is the hint. URLs come from imported
 * files and appear on pages, so they must not run code or open local files.
 */
export function findUrlFault(url: string): string | undefined {
  if (url.length > itemBounds.urlLength) {
    return `The url has ${url.length} characters. The limit is ${itemBounds.urlLength}.\nUse a shorter address.`;
  }
  if (url.trim() === '') return 'The url is blank.\nAdd the address of the reference.';
  const scheme = refusedScheme.exec(url.replaceAll(unseen, ''));
  if (scheme !== null) return `A url with "${scheme[0].toLowerCase()}" is not allowed.\nUse an http or https address.`;
  if (controlCharacter.test(url)) return 'The url contains a line break or another control character.\nRemove it.';
  return undefined;
}

/** Whether an image is given by a URL, which is never fetched, and not by a path. */
export function isWebAddress(written: string): boolean {
  return /^https?:\/\//i.test(written);
}
