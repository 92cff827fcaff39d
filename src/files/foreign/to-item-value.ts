import { isPlainObject } from '../../base/plain-object.ts';
import { auditKeys } from '../../conversation/item/written-item.ts';
import type { ForeignFormat } from './foreign-format.ts';
import type { Lose, LossReport } from './loss-report.ts';
import { readAnthropic } from './read-anthropic.ts';
import { readOpenai } from './read-openai.ts';
import { readSharegpt } from './read-sharegpt.ts';

type Read = (value: Record<string, unknown>, lose: Lose) => Record<string, unknown>;

const readers: Readonly<Partial<Record<ForeignFormat, Read>>> = {
  items: readItems,
  openai: readOpenai,
  sharegpt: readSharegpt,
  anthropic: readAnthropic,
};

/**
 * A conversation of another program as a value for `parseItem`, which says what is wrong with it. Keys at its top that
 * have no meaning here go to `meta`.
 */
export function toItemValue(
  value: unknown,
  format: ForeignFormat,
  { report, index }: { readonly report: LossReport; readonly index: number },
): unknown {
  const read = readers[format];
  if (read === undefined || !isPlainObject(value)) return value;
  return read(value, report.forItem(typeof value.id === 'string' ? value.id : `item ${index + 1}`));
}

/** An item of Turnwise, or of the founding curator: it is read unchanged, and what is lost is reported. */
function readItems(value: Record<string, unknown>, lose: Lose): Record<string, unknown> {
  for (const key of auditKeys) if (value[key] != null) lose('workflow fields', key);
  const turns = Array.isArray(value.history) ? value.history : [];
  for (const [index, turn] of turns.entries()) {
    if (isPlainObject(turn) && hasDouble(turn.refs)) lose('duplicate reference address', `history[${index}].refs`);
  }
  return value;
}

/** Such refs become one, and of each field the first counts. */
function hasDouble(refs: unknown): boolean {
  if (!Array.isArray(refs) || refs.length < 2) return false;
  const urls = refs.map((ref) => (isPlainObject(ref) && typeof ref.url === 'string' ? ref.url.trim() : ref));
  return new Set(urls).size < urls.length;
}
