export interface EffectiveVotes {
  /** Mean pairwise correlation of the judges' errors. */
  readonly meanCorrelation: number | null;
  /** How many independent judges would be worth as much. */
  readonly effectiveVotes: number | null;
  readonly why?: string;
}

/**
 * How many independent votes a jury of k judges is worth, from where each of them was wrong.
 *
 * `errors` has one row per sample and one column per judge: 1 (or true) where the judge was wrong. r is the mean
 * correlation φ of the error columns over all pairs of judges, and votes = k/(1 + (k − 1)·r).
 *
 * Edges: a judge that is never wrong, or always, has no correlation: its pairs are left out, with a reason, and where none is left
 * both are null. One judge is one vote, with a null correlation. Errors that offset each other (r below 0) are worth more
 * than k votes, and null with a reason where the formula has no end. No samples → null. Rows of different lengths, no judges,
 * and values other than 0 and 1 are a RangeError.
 * Source: L. Kish, "Survey Sampling" (1965), design effect; K. K. Ladha, "The Condorcet jury theorem, free speech, and
 * correlated votes", American Journal of Political Science 36 (1992).
 *
 * @example effectiveVotes({ errors: [[0, 0], [1, 1], [0, 0], [1, 0]] })  // { meanCorrelation: 0.577…, effectiveVotes: 1.267… }
 */
export function effectiveVotes({
  errors,
}: {
  readonly errors: readonly (readonly (boolean | number)[])[];
}): EffectiveVotes {
  const judges = countJudges(errors);
  if (judges === undefined) return { meanCorrelation: null, effectiveVotes: null, why: 'no samples' };
  if (judges === 1) return { meanCorrelation: null, effectiveVotes: 1, why: 'one judge has no pair' };
  const columns = Array.from({ length: judges }, (_, judge) => errors.map((row) => Number(row[judge])));
  const correlations = columns.flatMap((first, i) => columns.slice(i + 1).map((second) => phi(first, second)));
  const defined = correlations.filter((value) => value !== null);
  const left = correlations.length - defined.length;
  if (defined.length === 0)
    return { meanCorrelation: null, effectiveVotes: null, why: 'no two judges whose errors vary' };
  const mean = defined.reduce((sum, value) => sum + value, 0) / defined.length;
  const votes = toVotes(judges, mean);
  if (votes === null)
    return { meanCorrelation: mean, effectiveVotes: null, why: 'the errors offset each other entirely' };
  const why = `${left} of ${correlations.length} pairs have a judge that is never or always wrong`;
  return { meanCorrelation: mean, effectiveVotes: votes, ...(left > 0 && { why }) };
}

/** Votes that k judges with errors of correlation r are worth. Null where r is as low as that of k errors can be. */
export function toVotes(k: number, correlation: number): number | null {
  const designEffect = 1 + (k - 1) * correlation;
  return designEffect <= 1e-12 ? null : k / designEffect;
}

function countJudges(errors: readonly (readonly (boolean | number)[])[]): number | undefined {
  const judges = errors[0]?.length;
  for (const row of errors) {
    if (row.length === 0 || row.length !== judges) {
      throw new RangeError(`each sample must have one error per judge, got ${row.length} and ${judges}`);
    }
    const odd = row.find((value) => typeof value !== 'boolean' && value !== 0 && value !== 1);
    if (odd !== undefined) throw new RangeError(`an error must be 0 or 1, got ${odd}`);
  }
  return judges;
}

/** From counts, so that equal columns give exactly 1. */
function phi(first: readonly number[], second: readonly number[]): number | null {
  const n = first.length;
  const inFirst = first.reduce((sum, value) => sum + value, 0);
  const inSecond = second.reduce((sum, value) => sum + value, 0);
  const inBoth = first.reduce((sum, value, i) => sum + value * (second[i] ?? 0), 0);
  const scale = Math.sqrt(inFirst * (n - inFirst) * inSecond * (n - inSecond));
  return scale === 0 ? null : (n * inBoth - inFirst * inSecond) / scale;
}
