import { isPlainObject } from '../base/plain-object.ts';

const scoreKey = /^[+-]?\d+(?:\.\d+)?$/;

/** Whether a key of `expected` stands for a score, as in the distribution `{"-1" = 2, "2" = 1}`. */
export function isScoreKey(key: string): boolean {
  return scoreKey.test(key);
}

/** Whether `expected` counts raters by the score they gave. */
export function isDistribution(expected: unknown): expected is Readonly<Record<string, unknown>> {
  if (!isPlainObject(expected)) return false;
  const keys = Object.keys(expected);
  return keys.length > 0 && keys.every(isScoreKey);
}

/** Names for the human answer, wherever they stand. */
const answerKeys: ReadonlySet<string> = new Set(['score', 'rating', 'ratings', 'label', 'labels']);
/** At the top of `expected` a reason is that of the score; further down it may be part of a good reply. */
const topKeys: ReadonlySet<string> = new Set([...answerKeys, 'reason']);

/**
 * What a judge under calibration may see of `expected`: everything but the human answer, however it is spelled and
 * however deep it stands. Undefined when nothing else is there; a bare number and a distribution are nothing else.
 */
export function withoutTruth(expected: unknown): unknown {
  if (!isPlainObject(expected) || isDistribution(expected)) return undefined;
  const rest = Object.entries(expected).filter(([key, value]) => !isNamed(key, topKeys) && !isCount(key, value));
  return rest.length === 0 ? undefined : withoutAnswers(Object.fromEntries(rest));
}

function isNamed(key: string, names: ReadonlySet<string>): boolean {
  return names.has(key.normalize('NFKC').trim().toLowerCase());
}

/** Counts by score that stand beside other keys. */
function isCount(key: string, value: unknown): boolean {
  return isScoreKey(key) && typeof value === 'number';
}

/** Undefined for what held nothing but answers; what holds none is kept as it is. */
function withoutAnswers(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.map(withoutAnswers).filter((item) => item !== undefined);
    return kept.length === 0 && value.length > 0 ? undefined : kept;
  }
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value);
  // A date of TOML has no entries.
  if (entries.length === 0) return value;
  const kept = entries.flatMap(([key, inner]) => {
    const shown = isNamed(key, answerKeys) ? undefined : withoutAnswers(inner);
    return shown === undefined ? [] : [[key, shown] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
