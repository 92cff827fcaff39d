import { definedOnly } from '../../base/defined-only.ts';
import { renderJsonPath } from '../../base/json-value.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type PathSegment } from '../../base/schema-check.ts';
import { withoutNulls } from '../../conversation/item/parse-result.ts';
import { isDistribution, isScoreKey, Rating } from '../../conversation/sample.ts';
import { renderGot, SampleFlaw } from './sample-flaw.ts';

/** The human answer. If everything is absent, the sample can be graded but not compared. */
interface SampleTruth {
  readonly expected?: unknown;
  readonly score?: number;
  readonly reason?: string;
  readonly ratings?: Rating[];
}

type Written = Readonly<Record<string, unknown>>;

/**
 * Parses the human answer of a sample, in any of its forms. A single rating is the score. With several ratings and no
 * score, the score stays undefined.
 */
export function parseTruth(sample: Written): SampleTruth | SampleFlaw {
  const { expected, score: olderScore } = sample;
  const older = parseScore(olderScore, ['score']);
  if (older instanceof SampleFlaw) return older;
  const stated = parseExpected(expected);
  if (stated instanceof SampleFlaw) return stated;
  const ratings = pickRatings(sample.ratings, stated.ratings);
  if (ratings instanceof SampleFlaw) return ratings;
  if (older !== undefined && stated.score !== undefined && older !== stated.score)
    return toConflict(older, stated.score);
  const score = stated.score ?? older ?? (ratings?.length === 1 ? ratings[0]?.score : undefined);
  return {
    ...(expected == null ? {} : { expected }),
    ...definedOnly({ score, reason: stated.reason, ratings }),
  };
}

type Stated = Omit<SampleTruth, 'expected'>;

function parseExpected(expected: unknown): Stated | SampleFlaw {
  if (expected === undefined || expected === null) return {};
  if (isDistribution(expected)) return parseDistribution(expected);
  if (isPlainObject(expected)) return parseMapping(expected);
  if (typeof expected !== 'number') {
    const reason = `expected must be a score or a mapping, got ${renderGot(expected)}`;
    const hint =
      'Write expected = { score = 1, reason = "…" }. For a reference answer, write expected = { reference = "…" }.';
    return new SampleFlaw({ path: ['expected'], reason, hint });
  }
  const score = parseScore(expected, ['expected']);
  if (score instanceof SampleFlaw) return score;
  return definedOnly({ score });
}

function parseMapping(expected: Written): Stated | SampleFlaw {
  const { score: written, reason, ratings: list } = expected;
  const score = parseScore(written, ['expected', 'score']);
  if (score instanceof SampleFlaw) return score;
  if (reason != null && typeof reason !== 'string') {
    const text = `expected.reason must be text, got ${renderGot(reason)}`;
    return new SampleFlaw({ path: ['expected', 'reason'], reason: text });
  }
  if (score === undefined && Object.keys(expected).some(isScoreKey)) {
    const text = 'expected mixes counts per score with other keys';
    const hint = 'Write only the counts, or ratings = [{ rater = "…", score = 1, reason = "…" }].';
    return new SampleFlaw({ path: ['expected'], reason: text, hint });
  }
  const ratings = parseRatings(list, ['expected', 'ratings']);
  if (ratings instanceof SampleFlaw) return ratings;
  return {
    ...definedOnly({ score }),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...definedOnly({ ratings }),
  };
}

/** More raters than any study has. It protects the memory from typos. */
const raterLimit = 1000;

/**
 * `{"-1" = 2, "2" = 1}` → three ratings, lowest score first. The raters get made-up names, because the file has none.
 */
function parseDistribution(expected: Written): Stated | SampleFlaw {
  const ratings: Rating[] = [];
  const byScore = Object.entries(expected).sort(([a], [b]) => Number(a) - Number(b));
  for (const [key, count] of byScore) {
    if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > raterLimit) {
      const reason = `expected counts raters per score, but the count of ${key} is ${renderGot(count)}`;
      const hint = `Use whole numbers from 0 to ${raterLimit}.`;
      return new SampleFlaw({ path: ['expected', key], reason, hint });
    }
    for (let given = 0; given < count; given++)
      ratings.push({ rater: `rater-${ratings.length + 1}`, score: Number(key) });
  }
  if (ratings.length > 0 && ratings.length <= raterLimit) return { ratings };
  const reason = `expected counts ${ratings.length} raters`;
  return new SampleFlaw({ path: ['expected'], reason, hint: `The limit is 1 to ${raterLimit} raters.` });
}

function pickRatings(written: unknown, stated: Rating[] | undefined): Rating[] | undefined | SampleFlaw {
  const ratings = parseRatings(written, ['ratings']);
  if (ratings === undefined || stated === undefined || ratings instanceof SampleFlaw) return ratings ?? stated;
  return new SampleFlaw({ path: ['ratings'], reason: 'ratings appear in two places', hint: 'Keep one of them.' });
}

function parseRatings(written: unknown, path: readonly PathSegment[]): Rating[] | undefined | SampleFlaw {
  if (written === undefined || written === null) return undefined;
  if (!Array.isArray(written)) {
    const hint = 'Write ratings = [{ rater = "ann", score = 1 }]';
    return new SampleFlaw({ path, reason: `${renderJsonPath(path)} must be a list, got ${renderGot(written)}`, hint });
  }
  if (written.length > raterLimit) {
    const hint = `The limit is ${raterLimit}.`;
    return new SampleFlaw({ path, reason: `${renderJsonPath(path)} has ${written.length} entries`, hint });
  }
  const ratings: Rating[] = [];
  const raters = new Set<string>();
  for (const [index, value] of written.entries()) {
    const rating = parseRating(value, [...path, index]);
    if (rating instanceof SampleFlaw) return rating;
    if (raters.has(rating.rater)) {
      const reason = `rater ${renderGot(rating.rater)} appears twice in ${renderJsonPath(path)}`;
      return new SampleFlaw({ path: [...path, index, 'rater'], reason, hint: 'Keep one rating per rater.' });
    }
    raters.add(rating.rater);
    ratings.push(rating);
  }
  return ratings.length === 0 ? undefined : ratings;
}

function parseRating(value: unknown, path: readonly PathSegment[]): Rating | SampleFlaw {
  const result = checkSchema(Rating, isPlainObject(value) ? withoutNulls(value) : value);
  if (result.value !== undefined) return result.value;
  const [issue] = result.issues;
  const inner = [...path, ...(issue?.path ?? [])];
  const got = isPlainObject(value) ? value[String(issue?.path[0])] : value;
  const what =
    issue?.kind === 'bad-value'
      ? `cannot be ${renderGot(got)}`
      : issue?.kind === 'missing-key'
        ? 'is missing'
        : 'is not known';
  const hint = issue?.hint ?? 'Write { rater = "ann", score = 1, reason = "…" }. The reason is optional.';
  return new SampleFlaw({ path: inner, reason: `${renderJsonPath(inner)} ${what}`, hint });
}

function parseScore(value: unknown, path: readonly PathSegment[]): number | undefined | SampleFlaw {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const isQuoted = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  const hint = isQuoted ? { hint: `Write it without quotes: ${value.trim()}` } : {};
  return new SampleFlaw({ path, reason: `${renderJsonPath(path)} must be a number, got ${renderGot(value)}`, ...hint });
}

function toConflict(older: number, stated: number): SampleFlaw {
  return new SampleFlaw({
    code: 'SAMPLE_SCORE_CONFLICT',
    path: ['score'],
    reason: `score is ${older}, but expected is ${stated}`,
    hint: 'Keep expected, and remove score.',
  });
}
