/** Shorter values of headers and variables are words such as `beta`, no secrets. */
const secretLength = 8;

/** Of longer values, such as whole key files, the plain spellings and the lines are looked for: patterns grow with them. */
const longestPattern = 300;

const hiddenMark = '***';

/**
 * A text without the secrets in it: what others say may repeat what they were sent, as it is or in any spelling of JSON,
 * URLs, HTML, base64 or hex, wrapped at the end of a line, or line by line.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return findSpellings(secrets).hidden.reduce<string>((hidden, each) => hidden.replaceAll(each, hiddenMark), text);
}

interface Spellings {
  /** What a cut text may end with half of, the longest first. */
  readonly plain: readonly string[];
  /** Texts and patterns, those of the longest secret first, so that no part of one is left over from another inside it. */
  readonly hidden: readonly (string | RegExp)[];
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
  const plain = long.flatMap(listPlain).sort(byLength);
  const hidden = long.flatMap<string | RegExp>((secret) =>
    secret.length > longestPattern
      ? listPlain(secret)
      : [new RegExp(toPattern(secret), 'g'), new RegExp(listEncodings(secret).join('|'), 'g')],
  );
  return { plain, hidden };
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

const entities: Readonly<Record<string, string>> = { '"': 'quot', '&': 'amp', "'": 'apos', '<': 'lt', '>': 'gt' };
const shortEscapes: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };

/** Each sign as it is, escaped, or as JSON, URLs and HTML write it. A long secret may be wrapped between two signs. */
function toPattern(secret: string): string {
  const wrap = secret.length >= 16 ? '(?:(?:\\r|\\\\r)?(?:\\n|\\\\n)[ \\t]{0,8})?' : '';
  return [...secret.toWellFormed()].map(toSignPattern).join(wrap);
}

function toSignPattern(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const units = [...Array(sign.length).keys()].map((at) => sign.charCodeAt(at).toString(16).padStart(4, '0'));
  const literal = units.map((unit) => `\\u${unit}`).join('');
  const spellings = [
    literal,
    units.map((unit) => `\\\\{1,4}u${toAnyCase(unit)}`).join(''),
    [...Buffer.from(sign)].map((byte) => `%${toAnyCase(byte.toString(16).padStart(2, '0'))}`).join(''),
    `&#(?:${code}|[xX]0{0,4}${toAnyCase(code.toString(16))});`,
    ...(entities[sign] === undefined ? [] : [`&${entities[sign]};`]),
    ...(shortEscapes[sign] === undefined ? [] : [`\\\\{1,4}${shortEscapes[sign]}`]),
    ...(/["'/\\`$]/.test(sign) ? [`\\\\{1,7}${literal}`] : []),
    ...(sign === ' ' ? ['\\+'] : []),
  ];
  return `(?:${spellings.join('|')})`;
}

function toAnyCase(hex: string): string {
  return hex.replaceAll(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** In base64, alone or inside a longer text, such as `user:password` of a header; and in hex. */
function listEncodings(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const based = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // Signs at the ends that also depend on what stands before and behind.
    const end = (offset + bytes.length) % 3 === 0 ? undefined : -1;
    return encoded.slice(offset === 0 ? 0 : offset + 1, end);
  });
  const signs = based.map((text) => text.replaceAll('+', '[+-]').replaceAll('/', '(?:[/_]|\\\\/)'));
  return [...signs.map((text) => `${text}={0,2}`), toAnyCase(bytes.toString('hex'))];
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
