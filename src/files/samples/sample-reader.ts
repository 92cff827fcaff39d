import { definedOnly } from '../../base/defined-only.ts';
import { quoteValue } from '../../base/explain-issue.ts';
import { type Place, type Problem, toError, toWarning } from '../../base/fault.ts';
import { hashJson } from '../../base/hash.ts';
import { findNearest } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { Sample, SampleMessage } from '../../conversation/sample.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { errorAt } from '../syntax/placed-data.ts';
import { type ParsedSample, parseSample, sampleKeys } from './parse-sample.ts';
import {
  type FlawedSample,
  SampleFlaw,
  type SamplePlaceOf,
  type SamplesReading,
  type SkippedSample,
  toFlawProblem,
  toNoneValid,
  toSkipped,
} from './sample-flaw.ts';

export interface SampleOptions {
  /** Makes every skipped sample an error. */
  readonly strict?: boolean | undefined;
  /**
   * Whether the samples belong to a deck. A judge needs none, so a deck whose samples are all in the form before
   * `messages` is usable.
   */
  readonly isOfDeck?: boolean | undefined;
}

/** One sample in the data. */
interface SampleSpot {
  readonly path: readonly PathSegment[];
  readonly value: unknown;
  /** Name of its table, or undefined in a list. */
  readonly name?: string;
  /** Index in its list, from 1. It names a sample without an id. */
  readonly number: number;
  readonly isJson?: boolean;
}

/** Counts of samples. A valid one with a duplicate id counts. */
interface SampleCounts {
  readonly valid: number;
  readonly oldForm: number;
}

/** The samples of one file, and its place. */
interface FileSamples extends Place {
  readonly count: number;
  /** What was read before them. */
  readonly before: SampleCounts;
  readonly format: 'json' | 'toml';
  readonly reading: string;
}

/**
 * Reads samples one after another, from one file or from all files of a deck. Collects valid samples and counts invalid
 * ones.
 */
export class SampleReader {
  readonly #strict: boolean;
  readonly #isOfDeck: boolean;
  readonly #ids = new SampleIds();
  readonly #hinted = new Set<string>();
  readonly #samples: Sample[] = [];
  readonly #skipped: SkippedSample[] = [];
  readonly #problems: Problem[] = [];
  readonly #places = new Map<string, SamplePlaceOf>();
  #validCount = 0;
  #oldFormCount = 0;

  constructor(options: SampleOptions = {}) {
    this.#strict = options.strict ?? false;
    this.#isOfDeck = options.isOfDeck ?? false;
  }

  get reading(): SamplesReading {
    return { samples: this.#samples, skipped: this.#skipped, problems: this.#problems, places: this.#places };
  }

  report(...problems: readonly Problem[]): void {
    this.#problems.push(...problems);
  }

  /** What was read so far, for `reportIfNone`. */
  get counts(): SampleCounts {
    return { valid: this.#validCount, oldForm: this.#oldFormCount };
  }

  /** Reports the samples of one file if none of them is valid. */
  reportIfNone({ count, before, format, ...place }: FileSamples): void {
    if (this.#validCount > before.valid) return;
    const isOldForm = count > 0 && this.#oldFormCount - before.oldForm === count;
    const problem = toNoneValid(count, place, { oldForm: isOldForm ? format : undefined });
    this.report(isOldForm && this.#isOfDeck && !this.#strict ? toWarning(problem) : problem);
  }

  read(data: PlacedData, spot: SampleSpot): void {
    const placeOf: SamplePlaceOf = (path) => data.placeOf([...spot.path, ...path]);
    const called = findGivenId(spot);
    const isTaken = called !== undefined && this.#reportTaken(data, called, placeOf);
    const parsed = parseSample({ value: spot.value, name: spot.name, isJson: spot.isJson ?? false });
    if (parsed instanceof SampleFlaw) {
      if (parsed.code === 'SAMPLE_OLD_FORM') this.#oldFormCount += 1;
      this.#skip({ flaw: parsed, id: called ?? `#${spot.number}`, data, placeOf });
      return;
    }
    this.#validCount += 1;
    if (isTaken) return;
    const sample = this.#toSample(parsed, placeOf);
    this.#samples.push(sample);
    this.#places.set(sample.id, placeOf);
    this.#hintKeys(data, spot);
  }

  /** Skips a line that is not JSON, or that JSON.parse would change. */
  skipLine(number: number, [problem]: readonly Problem[]): void {
    if (problem === undefined) throw new Error('an unreadable line has a problem');
    const { code, message, hint, reading = '', severity: _, ...place } = problem;
    const what = `${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, '')}`;
    const reason = code === 'JSON_SYNTAX' ? `its line is not JSON: ${what}` : what;
    const flaw = new SampleFlaw({ path: [], reason, ...definedOnly({ hint }) });
    this.#leaveOut({ flaw, id: `#${number}`, place, reading, strict: this.#strict });
  }

  #toSample({ id, ...rest }: ParsedSample, placeOf: SamplePlaceOf): Sample {
    return { id: id ?? this.#ids.derive(rest.messages, placeOf([])), ...rest };
  }

  #reportTaken(data: PlacedData, id: string, placeOf: SamplePlaceOf): boolean {
    const first = this.#ids.take(id, placeOf([]));
    if (first === undefined) return false;
    const message = `The id ${quoteValue(id)} is already used by the sample at ${renderFirstPlace(first, data.file)}.`;
    const place = { reading: data.reading, ...placeOf(['id']) };
    this.report(toError({ code: 'SAMPLE_DUPLICATE_ID', message, hint: 'Give each sample its own id.', ...place }));
    return true;
  }

  #skip({ flaw, id, data, placeOf }: { flaw: SampleFlaw; id: string; data: PlacedData; placeOf: SamplePlaceOf }): void {
    this.#leaveOut({ flaw, id, place: placeOf(flaw.path), reading: data.reading, strict: this.#strict });
  }

  #leaveOut(skip: FlawedSample): void {
    this.report(toFlawProblem(skip));
    this.#skipped.push(toSkipped(skip));
  }

  /** Warns once about each unknown key that is close to a known one. Unknown keys are kept as metadata. */
  #hintKeys(data: PlacedData, { value, path }: SampleSpot): void {
    if (!isPlainObject(value)) return;
    for (const key of Object.keys(value)) {
      if (sampleKeys.some((known) => known === key) || this.#hinted.has(key)) continue;
      this.#hinted.add(key);
      const meant = findNearest(key, sampleKeys);
      if (meant === undefined || Object.hasOwn(value, meant)) continue;
      const message = `Unknown key ${quoteValue(key)} in a sample. Turnwise keeps it as metadata.`;
      const input = { code: 'SAMPLES_UNKNOWN_KEY', message, hint: `Did you mean "${meant}"?` } as const;
      this.report(toWarning(errorAt(data, [...path, key], input, 'key')));
    }
  }
}

function findGivenId({ name, value }: SampleSpot): string | undefined {
  const id = name ?? (isPlainObject(value) ? value.id : undefined);
  return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}

/** The ids so far, with their places. Ids are unique over everything that one reader reads. */
class SampleIds {
  readonly #places = new Map<string, Place>();
  readonly #copies = new Map<string, number>();

  /** Reserves an id. Returns the place of its first use if it is taken. */
  take(id: string, place: Place): Place | undefined {
    const first = this.#places.get(id);
    if (first === undefined) this.#places.set(id, place);
    return first;
  }

  /** Derives an id from the messages, so it does not depend on the place. Copies are numbered: -2, -3, … */
  derive(messages: readonly SampleMessage[], place: Place): string {
    const base = `sample-${hashJson(messages).slice(0, 12)}`;
    for (;;) {
      const copy = (this.#copies.get(base) ?? 0) + 1;
      this.#copies.set(base, copy);
      const id = copy === 1 ? base : `${base}-${copy}`;
      if (this.take(id, place) === undefined) return id;
    }
  }
}

/** `a.toml:3:1`, or `line 3` in the same file. */
function renderFirstPlace(first: Place, file: string): string {
  return first.file === file ? `line ${first.line}` : `${first.file}:${first.line}`;
}

/** Reads every sample of a `samples` value: a list `[[samples]]`, or tables `[samples.<id>]`. `only`: these ids. */
export function readSampleTable(data: PlacedData, reader: SampleReader, only?: ReadonlySet<string>): void {
  const path = ['samples'];
  const value = findSamples(data);
  const listed = listSpots(data, path, value);
  if (listed === undefined) {
    const message = isPlainObject(value)
      ? 'Expected a list of samples, got one table with messages.'
      : `Expected a list of samples or tables named by their ids, got ${quoteValue(value)}.`;
    const hint = 'Start each sample with [[samples]] on its own line.';
    reader.report(errorAt(data, path, { code: 'SAMPLES_BAD_VALUE', message, hint }));
    return;
  }
  const spots = only === undefined ? listed : listed.filter((spot) => only.has(findGivenId(spot) ?? ''));
  const before = reader.counts;
  for (const spot of spots) reader.read(data, spot);
  const place = { reading: data.reading, ...data.placeOf(spots[0]?.path ?? path) };
  reader.reportIfNone({ count: spots.length, before, format: 'toml', ...place });
}

/** The ids of the samples in TOML data, as far as they are written there. */
export function listSampleIds(data: PlacedData): readonly string[] {
  const spots = listSpots(data, ['samples'], findSamples(data)) ?? [];
  return spots.flatMap((spot) => findGivenId(spot) ?? []);
}

function findSamples({ value }: PlacedData): unknown {
  return isPlainObject(value) ? value.samples : undefined;
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

interface NamedTable {
  readonly name: string;
  readonly value: unknown;
}

/** Lists the members of a table in the order of the file. A plain object would sort names such as "10" first. */
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
