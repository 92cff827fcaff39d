import { quoteValue } from '../../base/explain-issue.ts';
import { type Problem, toError, toWarning } from '../../base/fault.ts';
import { findNearest } from '../../base/nearest.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { parseJson } from '../syntax/parse-json.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { neededKeys, type RatingKey, ratingKeys, type WrittenRating, type WrittenValue } from './rating-row.ts';
import type { WrittenRatings } from './read-csv-ratings.ts';

const reading = 'ratings JSONL';

/** Reads one rating per line: `{"unit": "a", "rater": "ann", "score": 2}`. */
export function readJsonlRatings(text: string, file: string): WrittenRatings {
  const written: WrittenRating[] = [];
  const problems: Problem[] = [];
  const unknown = new Set<string>();
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    const { data, problems: found } = parseJson({ text: line, file, reading, firstLine: index + 1 });
    problems.push(...found);
    if (data === undefined) continue;
    const rating = readLine(data);
    if ('severity' in rating) problems.push(rating);
    else written.push(rating);
    problems.push(...listUnknown(data, unknown));
  }
  return { written, problems };
}

function readLine(data: PlacedData): WrittenRating | Problem {
  const { value } = data;
  if (!isPlainObject(value)) {
    const message = `Expected an object per line, got ${quoteValue(value)}.`;
    const hint = 'Write one rating per line: {"unit": "a", "rater": "ann", "score": 2}';
    return toError({ code: 'RATINGS_BAD_ROW', message, hint, reading, ...data.placeOf([]) });
  }
  const missing = neededKeys.find((key) => !Object.hasOwn(value, key));
  if (missing !== undefined) {
    const message = `The line has no "${missing}".`;
    const hint = missing === 'score' ? 'Write "score": null if it is missing.' : `Write "${missing}": "…".`;
    return toError({ code: 'RATINGS_MISSING_COLUMN', message, hint, reading, ...data.placeOf([]) });
  }
  const values = ratingKeys.map((key) => toWritten(data, value[key], key));
  const flaw = values.find((found) => 'severity' in found);
  if (flaw !== undefined) return flaw;
  // `flaw` is undefined, so none of them is a problem.
  const [unit, rater, score, conversation] = values as [WrittenValue, WrittenValue, WrittenValue, WrittenValue];
  return { unit, rater, score, ...(Object.hasOwn(value, 'conversation') ? { conversation } : {}) };
}

/** Converts a value to the text of a cell. A score in quotes is a name, even if it looks like a number. */
function toWritten(data: PlacedData, value: unknown, key: RatingKey): WrittenValue | Problem {
  const place = { reading, ...data.placeOf([key]) };
  if (value === null || value === undefined) return { text: '', place };
  if (typeof value === 'number') return { text: String(value), place };
  if (typeof value === 'string') {
    return { text: value.trim(), place, ...(key === 'score' && value.trim() !== '' ? { isName: true } : {}) };
  }
  const message = `Expected text or a number for ${key}, got ${quoteValue(value)}.`;
  return toError({ code: key === 'score' ? 'RATINGS_BAD_SCORE' : 'RATINGS_BAD_ROW', message, ...place });
}

/** Reports each unknown key once. */
function listUnknown(data: PlacedData, seen: Set<string>): readonly Problem[] {
  const { value } = data;
  if (!isPlainObject(value)) return [];
  return Object.keys(value).flatMap((key) => {
    if (ratingKeys.some((known) => known === key) || seen.has(key)) return [];
    seen.add(key);
    const meant = findNearest(
      key,
      ratingKeys.filter((known) => !Object.hasOwn(value, known)),
    );
    const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
    const message = `Turnwise ignores the key ${JSON.stringify(key)}.`;
    return [toWarning({ code: 'RATINGS_UNKNOWN_COLUMN', message, ...hint, reading, ...data.placeOf([key], 'key') })];
  });
}
