import { quoteValue } from '../../base/explain-issue.ts';
import type { ArchiveRow, ArchiveValue } from '../archive-port.ts';
import type { Column, ColumnKind } from '../sqlite/catalog.ts';

/** Far above any number that was ever given, and far below those that cannot be counted on from. */
const highestNumber = 2 ** 48;

const kinds: Readonly<Record<ColumnKind, string>> = {
  whole: 'a whole number in the valid range',
  turn: 'a turn index',
  number: 'a number',
  text: 'text',
  bytes: 'bytes',
};

/** Why a row cannot stand in a table of these columns; undefined when it can. */
export function findMisfit(row: ArchiveRow['row'], columns: ReadonlyMap<string, Column>): string | undefined {
  const given = Object.entries(row);
  if (given.length === 0) return 'it is empty';
  for (const [name, value] of given) {
    const column = columns.get(name);
    if (column === undefined) return `its table has no column ${quoteValue(name)}`;
    if (value === null ? column.isNullable : isOfKind(value, column.kind)) continue;
    return `"${name}" must be ${kinds[column.kind]}`;
  }
  for (const [name, { isNeeded }] of columns) {
    if (isNeeded && !Object.hasOwn(row, name)) return `"${name}" is missing`;
  }
  return undefined;
}

function isOfKind(value: Exclude<ArchiveValue, null>, kind: ColumnKind): boolean {
  if (kind === 'text') return typeof value === 'string';
  if (kind === 'bytes') return value instanceof Uint8Array;
  if (kind === 'number') return Number.isFinite(value);
  const lowest = kind === 'turn' ? -1 : 0;
  return typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highestNumber;
}
