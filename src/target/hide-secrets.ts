/** Shorter values of headers and variables are words such as `beta`, no secrets. */
const secretLength = 8;

const hiddenMark = '***';

/** A text without the secrets in it: what others say may repeat what they were sent, as it is or as JSON or a URL has it. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return listSpellings(secrets).reduce((hidden, secret) => hidden.replaceAll(secret, hiddenMark), text);
}

/** The longest first, so that no part of one is left over from another that is inside it. */
function listSpellings(secrets: readonly string[]): readonly string[] {
  const spellings = secrets
    .filter((secret) => secret.length >= secretLength)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), toUrlText(secret)]);
  return [...new Set(spellings)].sort((one, other) => other.length - one.length);
}

/** A lone surrogate has no spelling in a URL. */
function toUrlText(secret: string): string {
  return encodeURIComponent(secret.toWellFormed());
}

/**
 * The end of a text that was cut at its start, without the secrets in it, and without the rest of one that was cut in two.
 */
export function hideInEnd(end: string, secrets: readonly string[]): string {
  const halves = listSpellings(secrets).map((secret) => {
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
