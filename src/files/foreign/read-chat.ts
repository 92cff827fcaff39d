import { isPlainObject } from '../../base/plain-object.ts';
import type { Lose } from './loss-report.ts';

type Fields = Record<string, unknown>;

/** What is between two texts that were parts of one message. */
export const partGap = '\n\n';

/** Lists are converted entry by entry; anything else is left for the parser of items to name. */
export function convertList(value: unknown, convert: (entry: Fields, index: number) => readonly unknown[]): unknown {
  if (!Array.isArray(value)) return value;
  return value.flatMap((entry, index) => (isPlainObject(entry) ? convert(entry, index) : [entry]));
}

/** Keeps what a message says besides under the format's name in `meta`, so that it can be written back. */
export function withExtras(turn: Fields, extras: Fields, format: string): Fields {
  const kept = Object.entries(extras).filter(([, value]) => value !== null && value !== undefined);
  if (kept.length === 0) return turn;
  const meta = isPlainObject(turn.meta) ? turn.meta : {};
  return { ...turn, meta: { ...meta, [format]: Object.fromEntries(kept) } };
}

/** Name of a kind of part, short enough to be shown. */
export function nameOfType(part: unknown): string {
  const type = isPlainObject(part) ? part.type : undefined;
  return typeof type === 'string' ? type.slice(0, 40) : 'unknown';
}

/** Texts that were one message's. That they were several is reported: the breaks between them are lost. */
export function joinTexts(texts: readonly string[], where: string, lose: Lose): string {
  if (texts.length > 1) lose('gaps between text parts', where);
  return texts.join(partGap);
}
