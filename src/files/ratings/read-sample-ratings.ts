import { extname, resolve } from 'node:path';
import { quoteValue } from '../../base/explain-issue.ts';
import { Fault, type Problem, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { Scale } from '../../conversation/judge/deck.ts';
import { findScaleFlaw, renderScale } from '../../conversation/judge/scale.ts';
import { isDistribution, type Sample } from '../../conversation/sample.ts';
import { findKindByName } from '../project/file-kind.ts';
import { toShownFile } from '../project/project.ts';
import { readSamples } from '../samples/read-samples.ts';
import type { SamplePlaceOf } from '../samples/sample-flaw.ts';
import { throwTableProblems } from '../syntax/table-problems.ts';
import { isLinesFile } from '../text/lines.ts';
import { readText } from '../text/read-text.ts';
import type { RatingRow } from './rating-row.ts';
import type { RatingFile, ReadRatingsOptions } from './read-ratings.ts';

/**
 * Whether the file has conversations with ratings, and not only ratings. Its name decides, or its first line in JSON
 * lines.
 */
export function isSampleFile(path: string, cwd: string): boolean {
  if (extname(path).toLowerCase() === '.toml' || findKindByName(path) === 'samples') return true;
  if (!isLinesFile(path)) return false;
  const full = resolve(cwd, path);
  const [first = ''] = readText({ path: full, shown: toShownFile(full, cwd) })
    .trimStart()
    .split(/\r|\n/, 1);
  return isSampleLine(first);
}

function isSampleLine(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject(value) && Object.hasOwn(value, 'messages') && !Object.hasOwn(value, 'unit');
  } catch {
    return false;
  }
}

/** Reads ratings of samples. Each sample is a unit. Samples without `ratings` are ignored and counted in the note. */
export async function readSampleRatings(
  path: string,
  { cwd, scale }: Pick<ReadRatingsOptions, 'cwd' | 'scale'>,
): Promise<RatingFile> {
  const { file, samples, problems, places } = await readSamples(path, { cwd });
  const flaws = scale === undefined ? [] : samples.flatMap((sample) => listFlaws(sample, scale, places.get(sample.id)));
  throwTableProblems([...problems.filter(({ severity }) => severity === 'error'), ...flaws], file);
  const rated = samples.filter(({ ratings = [] }) => ratings.length > 0);
  if (rated.length === 0) throw noRaters(samples.length, file);
  const left = samples.length - rated.length;
  return {
    file,
    ratings: rated.flatMap(toRows),
    warnings: problems.filter(({ severity }) => severity === 'warning'),
    areRatersUnknown: rated.some(({ expected }) => isDistribution(expected)),
    ...(left === 0 ? {} : { note: toNote(left, samples.length) }),
  };
}

function toRows({ id, ratings = [] }: Sample): readonly RatingRow[] {
  return ratings.map(({ rater, score }) => ({ unit: id, rater, score }));
}

function toNote(left: number, all: number): string {
  const isOne = left === 1;
  return `${left} of ${all} samples ${isOne ? 'is' : 'are'} ignored because ${isOne ? 'it has' : 'they have'} no ratings by several people.`;
}

function listFlaws({ id, ratings = [] }: Sample, scale: Scale, placeOf: SamplePlaceOf | undefined): readonly Problem[] {
  return ratings.flatMap(({ rater, score }) => {
    const flaw = findScaleFlaw(score, scale);
    if (flaw === undefined) return [];
    const message = `The score ${score} of sample ${quoteValue(id)} by ${quoteValue(rater)} ${flaw}.`;
    const hint = `Fix it, or set a scale other than ${renderScale(scale)} with --scale.`;
    return [toError({ code: 'RATINGS_BAD_SCORE', message, hint, reading: 'samples', ...placeOf?.([]) })];
  });
}

function noRaters(count: number, file: string): Fault {
  const message =
    count === 0
      ? 'There are no samples.'
      : `No sample has ratings: ${count === 1 ? 'it has' : `all ${count} have`} at most one score.`;
  const hint = 'Add to a sample: ratings = [{ rater = "ann", score = 1 }, { rater = "ben", score = 2 }]';
  return new Fault({ code: 'RATINGS_NONE', message, hint, reading: 'samples', file, line: 1, column: 1 });
}
