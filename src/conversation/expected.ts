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

const truthKeys: readonly string[] = ['score', 'reason', 'ratings'];

/**
 * What a judge under calibration may see of `expected`: everything but the human answer.
 * Undefined when nothing else is there; a bare number and a distribution are nothing else.
 */
export function withoutTruth(expected: unknown): unknown {
  if (!isPlainObject(expected) || isDistribution(expected)) return undefined;
  const rest = Object.entries(expected).filter(([key]) => !truthKeys.includes(key));
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}
