import { pickAll, pickValue } from '../syntax/pick-value.ts';

const gap = '\n\n';

/** The texts in several places, joined. Undefined: all are absent or blank. */
export function pickTexts(row: Readonly<Record<string, unknown>>, sources: readonly string[], join = gap) {
  const texts = sources.flatMap((source) => toText(pickValue(row, source)?.value) ?? []);
  return texts.length === 0 ? undefined : texts.join(join);
}

/** A number is text in most tables. A list or an object is shown as JSON. */
function toText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.trim() === '' ? undefined : text;
}

/** Whether a place exists in a row, even if it is blank. */
export function hasSource(row: Readonly<Record<string, unknown>>, source: string): boolean {
  return source.startsWith('$') ? pickAll(row, source).length > 0 : pickValue(row, source) !== undefined;
}

/** A list of messages: the list in one place, or everything that a path such as `$.log[*]` selects. */
export function pickList(row: Readonly<Record<string, unknown>>, source: string): unknown {
  const found = source.startsWith('$') ? pickAll(row, source) : [pickValue(row, source)?.value];
  const [first] = found;
  return found.length === 1 && (Array.isArray(first) || typeof first !== 'object') ? first : found;
}
