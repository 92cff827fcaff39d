import { decodeText, isPlainText } from './decoded-text.ts';

/** Shorter values of headers and variables are words such as `beta`, no secrets. */
const secretLength = 8;

const hiddenMark = '***';

/**
 * A text without the secrets in it: what others say may repeat what they were sent, as it is or in any spelling of JSON,
 * URLs, HTML, base64 or hex, wrapped at the end of a line, or line by line.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const { plain, decoded, encoded } = findSpellings(secrets);
  if (plain.length === 0) return text;
  const ranges = [...plain, ...encoded].flatMap((spelling) => listRanges(text, spelling));
  if (!isPlainText(text)) {
    const whole = decodeText(text);
    for (const spelling of [...decoded, ...encoded]) {
      for (const [start, end] of listRanges(whole.text, spelling)) {
        ranges.push([whole.starts[start] ?? 0, whole.ends[end - 1] ?? 0]);
      }
    }
  }
  return hideRanges(text, ranges);
}

type Range = readonly [start: number, end: number];

function listRanges(text: string, spelling: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(spelling); at !== -1; at = text.indexOf(spelling, at + spelling.length)) {
    ranges.push([at, at + spelling.length]);
  }
  return ranges;
}

/** Ranges that overlap are one: no part of a secret is left over from another inside it. */
function hideRanges(text: string, ranges: readonly Range[]): string {
  const pieces: string[] = [];
  let read = 0;
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    if (end <= read) continue;
    if (start >= read) pieces.push(text.slice(read, start), hiddenMark);
    read = end;
  }
  return `${pieces.join('')}${text.slice(read)}`;
}

interface Spellings {
  /** As they are, in JSON and in URLs; the longest first. */
  readonly plain: readonly string[];
  /** To be found in a text that was decoded. */
  readonly decoded: readonly string[];
  /** In base64 and hex. */
  readonly encoded: readonly string[];
}

const known = new WeakMap<readonly string[], Spellings>();

function findSpellings(secrets: readonly string[]): Spellings {
  const before = known.get(secrets);
  if (before !== undefined) return before;
  const found = toSpellings(secrets);
  known.set(secrets, found);
  return found;
}

function toSpellings(secrets: readonly string[]): Spellings {
  const long = [...new Set(secrets.flatMap((secret) => [secret, ...listLines(secret)]))]
    .filter((secret) => secret.length >= secretLength)
    .sort(byLength);
  return {
    plain: long.flatMap(listPlain).sort(byLength),
    decoded: listLong(long.map((secret) => decodeText(secret).text)),
    encoded: listLong(long.flatMap(listEncodings)),
  };
}

function listLong(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text) => text.length >= secretLength))];
}

function listPlain(secret: string): readonly string[] {
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), toUrlText(secret)])].sort(byLength);
}

function byLength(one: string, other: string): number {
  return other.length - one.length;
}

/** A line of a private key is as secret as all of it. Shorter lines, and those with spaces, may be plain text. */
function listLines(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/);
  return lines.length === 1 ? [] : lines.filter((line) => line.length >= 24 && !/\s/.test(line));
}

/** In base64, alone or inside a longer text, such as `user:password` of a header; and in hex. */
function listEncodings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const based = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // Signs at the ends that also depend on their neighbors.
    const end = (offset + bytes.length) % 3 === 0 ? undefined : -1;
    return encoded.slice(offset === 0 ? 0 : offset + 1, end);
  });
  const inUrls = based.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = bytes.toString('hex');
  // A text that is decoded has spaces for `+`.
  return [...based, ...based.map((text) => text.replaceAll('+', ' ')), ...inUrls, hex, hex.toUpperCase()];
}

/** A lone surrogate has no spelling in a URL. */
function toUrlText(secret: string): string {
  return encodeURIComponent(secret.toWellFormed());
}

/**
 * The end of a text that was cut at its start, without the secrets in it, and without the rest of one that was cut in two.
 */
export function hideInEnd(end: string, secrets: readonly string[]): string {
  const halves = findSpellings(secrets).plain.map((secret) => {
    const most = Math.min(secret.length - 1, end.length);
    for (let length = most; length > 0; length -= 1) if (end.startsWith(secret.slice(-length))) return length;
    return 0;
  });
  return hideSecrets(end.slice(Math.max(0, ...halves)), secrets);
}

/** Any JSON value with the secrets hidden in each of its texts, the names of keys included. */
export function hideInValue<Value>(value: Value, secrets: readonly string[]): Value {
  return mapTexts(value, (text) => hideSecrets(text, secrets)) as Value; // Texts stay texts, and shapes stay shapes.
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [map(key), mapTexts(item, map)]));
}
