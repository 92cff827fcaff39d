import type { Place } from '../../base/fault.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { PlacedData } from '../syntax/placed-data.ts';

export interface NamedTable {
  readonly name: string;
  readonly value: unknown;
}

/** The members of a mapping in the order of the file; an object would put names like "10" first, sorted. */
export function listNamedTables(
  data: PlacedData,
  path: readonly PathSegment[],
  table: Readonly<Record<string, unknown>>,
): readonly NamedTable[] {
  return Object.entries(table)
    .map(([name, value]) => ({ name, value, place: data.placeOf([...path, name], 'key') }))
    .sort((a, b) => comparePlaces(a.place, b.place))
    .map(({ name, value }) => ({ name, value }));
}

function comparePlaces(a: Place, b: Place): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
