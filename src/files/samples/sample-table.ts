import { quoteValue } from '../../base/explain-issue.ts';
import { toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { listNamedTables } from './named-tables.ts';
import { toNoneValid } from './none-valid.ts';
import type { SampleReader, SampleSpot } from './sample-reader.ts';

/** Reads every sample of a `samples` value: a list `[[samples]]`, or tables `[samples.<id>]`. */
export function readSampleTable(data: PlacedData, path: readonly PathSegment[], reader: SampleReader): void {
  const value = findValue(data.value, path);
  const spots = listSpots(data, path, value);
  if (spots === undefined) {
    const message = isPlainObject(value)
      ? 'Expected a list of samples, got one table with messages.'
      : `Expected a list of samples or tables named by their ids, got ${quoteValue(value)}.`;
    const hint = 'Start each sample with [[samples]] on its own line.';
    const place = { reading: data.reading, ...data.placeOf(path) };
    reader.report(toError({ code: 'SAMPLES_BAD_VALUE', message, hint, ...place }));
    return;
  }
  const before = reader.validCount;
  for (const spot of spots) reader.read(data, spot);
  if (reader.validCount > before) return;
  const place = data.placeOf(spots[0]?.path ?? path);
  reader.report(toNoneValid(spots.length, { reading: data.reading, ...place }));
}

function listSpots(data: PlacedData, path: readonly PathSegment[], value: unknown): readonly SampleSpot[] | undefined {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => ({ path: [...path, index], value: item, number: index + 1 }));
  }
  if (!isPlainObject(value) || Array.isArray(value.messages)) return undefined;
  return listNamedTables(data, path, value).map(({ name, value: item }, index) => ({
    path: [...path, name],
    value: item,
    name,
    number: index + 1,
  }));
}

function findValue(value: unknown, path: readonly PathSegment[]): unknown {
  return path.reduce<unknown>((inner, key) => (isPlainObject(inner) ? inner[key] : undefined), value);
}
