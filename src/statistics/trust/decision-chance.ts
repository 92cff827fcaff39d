import { rateEValue } from './rate-e-value.ts';

export interface DecisionSoFar {
  /** Effective counts may be fractions. */
  readonly hits: number;
  readonly n: number;
  /** The limit that the rate is held against. */
  readonly limit: number;
  /** The e-value that decides for the rate, and the one that decides against it. */
  readonly needed: { readonly met: number; readonly missed: number };
  /** Labels that are looked ahead. Default: 2,000. */
  readonly most?: number;
}

export interface DecisionChance {
  /** Chance that the test has decided after 0, 1, 2, … further labels, in either direction. */
  readonly decided: readonly number[];
  /** Chance that it has decided for the rate. */
  readonly met: readonly number[];
}

/**
 * How soon the anytime-valid test of a rate decides, if further labels are like those there are.
 *
 * The rate is not known, so it is drawn from its posterior under a uniform prior, Beta(x + 1, n − x + 1): the next label
 * is a hit with probability (x + 1 + h)/(n + 2 + t) after h hits in t further labels. The chances follow by recursion over
 * (t, h); paths end where `rateEValue` reaches what is needed. Labels are taken one at a time, as the test allows.
 *
 * Edges: the list ends early once nearly every path (1 − 1e-6) has decided. Without labels the prior alone speaks.
 * Source: beta-binomial predictive distribution, as in D. J. Spiegelhalter, L. S. Freedman, "A predictive approach to
 * selecting the size of a clinical trial", Statistics in Medicine 5 (1986).
 *
 * @example decisionChance({ hits: 20, n: 20, limit: 0.8, needed: { met: 40, missed: 40 } }).met[4]  // 24 of 24 is enough
 */
export function decisionChance({ hits, n, limit, needed, most = 2000 }: DecisionSoFar): DecisionChance {
  if (!(hits >= 0 && hits <= n)) throw new RangeError(`decisionChance needs 0 ≤ hits ≤ n, got ${hits} of ${n}`);
  const ends = openEnds({ hits, n, limit, needed });
  const decided: number[] = [];
  const met: number[] = [];
  // Chance to be undecided with h further hits; those below `first` have been decided against.
  let open = new Map([[0, 1]]);
  let [isMet, isMissed] = [0, 0];
  for (let labels = 0; labels <= most; labels++) {
    if (labels > 0) open = advance(open, { hits, n, labels });
    const { met: from, missed: upTo } = ends(labels);
    for (const [count, chance] of open) {
      if (count < from && count > upTo) continue;
      if (count >= from) isMet += chance;
      else isMissed += chance;
      open.delete(count);
    }
    decided.push(isMet + isMissed);
    met.push(isMet);
    if (isMet + isMissed > 1 - 1e-6) break;
  }
  return { decided, met };
}

/** One more label. */
function advance(
  open: ReadonlyMap<number, number>,
  { hits, n, labels }: { readonly hits: number; readonly n: number; readonly labels: number },
): Map<number, number> {
  const next = new Map<number, number>();
  for (const [count, chance] of open) {
    const rate = (hits + 1 + count) / (n + 1 + labels);
    next.set(count, (next.get(count) ?? 0) + chance * (1 - rate));
    next.set(count + 1, (next.get(count + 1) ?? 0) + chance * rate);
  }
  return next;
}

/** From how many further hits on the rate is met, and up to how many it is missed. Both only grow with the labels. */
function openEnds({ hits, n, limit, needed }: Omit<DecisionSoFar, 'most'>) {
  let [met, missed] = [0, -1];
  const isMet = (count: number, size: number) =>
    rateEValue({ hits: hits + count, n: size, p0: limit }).eValue >= needed.met;
  const isMissed = (count: number, size: number) =>
    rateEValue({ hits: size - hits - count, n: size, p0: 1 - limit }).eValue >= needed.missed;
  return (labels: number) => {
    const size = n + labels;
    while (met <= labels && !isMet(met, size)) met += 1;
    while (missed + 1 <= labels && isMissed(missed + 1, size)) missed += 1;
    return { met, missed };
  };
}
