import { rateEValue } from './rate-e-value.ts';

export interface DecisionSoFar {
  /** Effective counts may be fractions. */
  readonly hits: number;
  readonly n: number;
  /** What the rate is guessed from, where that does not count as evidence. Default: `hits` of `n`. */
  readonly seen?: { readonly hits: number; readonly n: number };
  /** The threshold that the rate is compared with. */
  readonly threshold: number;
  /** The e-value that decides for the rate, and the one that decides against it. */
  readonly needed: { readonly met: number; readonly missed: number };
  /** Labels that are looked ahead. Default: 1,000. */
  readonly most?: number;
}

export interface DecisionChance {
  /** Chance that the test has decided after 0, 1, 2, … more labels, in either direction. */
  readonly decided: readonly number[];
  /** Chance that it has decided for the rate. */
  readonly met: readonly number[];
}

/**
 * How soon the anytime-valid test of a rate decides, if more labels are like the existing ones.
 *
 * The rate is not known, so it is drawn from its posterior under a uniform prior, Beta(x + 1, n − x + 1): the next label
 * is a hit with probability (x + 1 + h)/(n + 2 + t) after h hits in t more labels. The chances follow by recursion over
 * (t, h); paths end where `rateEValue` reaches what is needed. Labels are taken one at a time, as the test allows.
 * With `seen`, x and n of the posterior are those, and the test starts at `hits` of `n`.
 *
 * Edges: the list ends early once nearly every path (1 − 1e-6) has decided. Without labels the prior alone speaks.
 * Source: beta-binomial predictive distribution, as in D. J. Spiegelhalter, L. S. Freedman, "A predictive approach to
 * selecting the size of a clinical trial", Statistics in Medicine 5 (1986).
 *
 * @example decisionChance({ hits: 20, n: 20, threshold: 0.8, needed: { met: 40, missed: 40 } }).met[4]  // 24 of 24 is enough
 */
export function decisionChance(given: DecisionSoFar): DecisionChance {
  const { hits, n, seen = { hits, n }, threshold, needed, most = 1000 } = given;
  for (const counts of [{ hits, n }, seen]) {
    if (counts.hits >= 0 && counts.hits <= counts.n) continue;
    throw new RangeError(`decisionChance needs 0 ≤ hits ≤ n, got ${counts.hits} of ${counts.n}`);
  }
  const findEnds = openEnds({ hits, n, threshold, needed });
  const decided: number[] = [];
  const met: number[] = [];
  // Chance to be inconclusive, by the number of further hits. From `low` to `high` it is above 0.
  const open = new Float64Array(most + 2);
  open[0] = 1;
  let [low, high, isMet, isMissed] = [0, 0, 0, 0];
  for (let labels = 0; labels <= most; labels++) {
    if (labels > 0) {
      for (let count = high; count >= low; count--) {
        // Places are within the array, and typed arrays have no holes. So below.
        const chance = open[count] as number;
        const rate = (seen.hits + 1 + count) / (seen.n + 1 + labels);
        open[count + 1] = (open[count + 1] as number) + chance * rate;
        open[count] = chance * (1 - rate);
      }
      high += 1;
    }
    const ends = findEnds(labels);
    for (; low <= high && low <= ends.missed; low++) isMissed += open[low] as number;
    for (; high >= low && high >= ends.met; high--) {
      isMet += open[high] as number;
      open[high] = 0;
    }
    decided.push(isMet + isMissed);
    met.push(isMet);
    if (isMet + isMissed > 1 - 1e-6) break;
  }
  return { decided, met };
}

/** From how many further hits on the rate is met, and up to how many it is missed. Both only grow with the labels. */
function openEnds({ hits, n, threshold, needed }: Omit<DecisionSoFar, 'most' | 'seen'>) {
  let [met, missed] = [0, -1];
  const isMet = (count: number, size: number) =>
    rateEValue({ hits: hits + count, n: size, p0: threshold }).eValue >= needed.met;
  const isMissed = (count: number, size: number) =>
    rateEValue({ hits: size - hits - count, n: size, p0: 1 - threshold }).eValue >= needed.missed;
  return (labels: number) => {
    const size = n + labels;
    while (met <= labels && !isMet(met, size)) met += 1;
    while (missed + 1 <= labels && isMissed(missed + 1, size)) missed += 1;
    return { met, missed };
  };
}
