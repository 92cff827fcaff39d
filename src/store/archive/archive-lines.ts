import { isPlainObject } from '../../base/plain-object.ts';
import type { ArchiveRow, ArchiveValue } from '../archive-port.ts';

export const archiveKind = 'turnwise-backup';

/** A row as a line of JSON. Bytes, which JSON has no word for, are `{"base64": …}`. */
export function encodeRow({ table, row }: ArchiveRow): string {
  const written: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) written[column] = encodeValue(value);
  return JSON.stringify([table, written]);
}

function encodeValue(value: ArchiveValue): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

/** The row of a line that was parsed; undefined when it is none. */
export function decodeRow(line: unknown): ArchiveRow | undefined {
  if (!Array.isArray(line) || line.length !== 2) return undefined;
  const [table, written]: readonly unknown[] = line;
  if (typeof table !== 'string' || !isPlainObject(written)) return undefined;
  const columns: [string, ArchiveValue][] = [];
  for (const [column, value] of Object.entries(written)) {
    const decoded = decodeValue(value);
    if (decoded === undefined) return undefined;
    columns.push([column, decoded]);
  }
  // Set one by one, a column "__proto__" would be lost instead of refused.
  return { table, row: Object.fromEntries(columns) };
}

function decodeValue(value: unknown): ArchiveValue | undefined {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  if (isPlainObject(value) && typeof value.base64 === 'string') return Buffer.from(value.base64, 'base64');
  return undefined;
}
