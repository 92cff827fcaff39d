/*
 * Answers of the server are long, so a page shows parts of them: the text "…" stands for any value, at the end of a list
 * for the rest of it, and as a key for the other keys. Times and ids that differ each time are taken out of both
 * sides; everything else that is shown has to be so.
 */

const rest = '…';

/** The real answer, cut down to what is shown of it: equal to `shown` if the page tells the truth. */
export function cutToShown(shown: unknown, real: unknown): unknown {
  if (shown === rest) return rest;
  if (Array.isArray(shown) && Array.isArray(real)) return cutList(shown, real);
  if (isObject(shown) && isObject(real)) return cutObject(shown, real);
  return real;
}

function cutList(shown: readonly unknown[], real: readonly unknown[]): readonly unknown[] {
  const isCut = shown.at(-1) === rest && shown.length <= real.length;
  const kept = isCut ? real.slice(0, shown.length - 1) : real;
  const list = kept.map((value, index) => (index < shown.length ? cutToShown(shown[index], value) : value));
  return isCut ? [...list, rest] : list;
}

function cutObject(shown: Readonly<Record<string, unknown>>, real: Readonly<Record<string, unknown>>) {
  const isCut = Object.hasOwn(shown, rest);
  const keys = Object.keys(real).filter((key) => !isCut || Object.hasOwn(shown, key));
  const pairs = keys.map((key) => [key, Object.hasOwn(shown, key) ? cutToShown(shown[key], real[key]) : real[key]]);
  return Object.fromEntries(isCut ? [...pairs, [rest, rest]] : pairs);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON text without what differs each time. */
export function withoutChance(json: string): string {
  return json
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replaceAll(/\b\d{8}-\d{6}-[a-z2-9]{4}\b/g, '<run>')
    .replaceAll(/"id":"[a-z2-9]{10}"/g, '"id":"<turn>"')
    .replaceAll(/-copy-[a-z2-9]{10}\b/g, '-copy-<id>')
    .replaceAll(/\bs-[0-9a-f]{16}\b/g, '<snapshot>')
    .replaceAll(/"[0-9a-f]{64}"/g, '"<hash>"')
    .replaceAll(/"id":"[0-9A-HJKMNP-TV-Z]{26}"/g, '"id":"<id>"');
}
