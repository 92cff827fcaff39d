import { isPlainObject } from '../../base/plain-object.ts';
import type { ForeignFormat } from './foreign-format.ts';
import type { Lose, LossReport } from './loss-report.ts';
import { readAnthropic } from './read-anthropic.ts';
import { readItems } from './read-items.ts';
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
 * have no meaning here come to stand under `meta`.
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
