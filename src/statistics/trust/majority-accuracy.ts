import { toVotes } from './effective-votes.ts';

export interface Jury {
  /** Judges. */
  readonly k: number;
  /** The chance that one of them is right. */
  readonly accuracy: number;
  /** Correlation of being right between any two of them, 0 to 1. */
  readonly correlation: number;
}

export interface MajorityAccuracy {
  /** The chance that more than half of the judges are right. */
  readonly majorityRight: number;
  /** The same if the judges were independent. */
  readonly ifIndependent: number;
  readonly effectiveVotes: number;
}

/**
 * How often the majority of k judges is right when their errors are correlated.
 *
 * P(X > k/2) with X beta-binomial of mean `accuracy` and intra-class correlation ρ: the weight of j right judges is
 * C(k, j) · Π₀≤i<j (a(1−ρ) + iρ) · Π₀≤i<k−j ((1−a)(1−ρ) + iρ). Votes = k/(1 + (k − 1)·ρ).
 *
 * Edges: an even k needs more than half, so a tie is not right. ρ = 0 is the binomial distribution. At ρ = 1 all judges say
 * the same, and the majority is as good as one. A k that is not a whole number ≥ 1, and an accuracy or correlation outside
 * 0 to 1, are a RangeError.
 * Source: K. K. Ladha, "The Condorcet jury theorem, free speech, and correlated votes", American Journal of Political
 * Science 36 (1992); L. Kish, "Survey Sampling" (1965).
 *
 * @example majorityAccuracy({ k: 3, accuracy: 0.8, correlation: 0.5 })
 * // { majorityRight: 0.816, ifIndependent: 0.896, effectiveVotes: 1.5 }
 */
export function majorityAccuracy({ k, accuracy, correlation }: Jury): MajorityAccuracy {
  if (!(Number.isInteger(k) && k >= 1)) throw new RangeError(`a jury needs a whole number of judges ≥ 1, got ${k}`);
  if (!(accuracy >= 0 && accuracy <= 1)) throw new RangeError(`an accuracy must be from 0 to 1, got ${accuracy}`);
  if (!(correlation >= 0 && correlation <= 1))
    throw new RangeError(`a correlation must be from 0 to 1, got ${correlation}`);
  return {
    majorityRight: majorityRight({ k, accuracy, correlation }),
    ifIndependent: majorityRight({ k, accuracy, correlation: 0 }),
    // A correlation of 0 or more always has a number of votes.
    effectiveVotes: toVotes(k, correlation) ?? k,
  };
}

function majorityRight({ k, accuracy, correlation }: Jury): number {
  if (accuracy === 0 || accuracy === 1 || correlation === 1) return accuracy;
  const weights = logWeights({ k, accuracy, correlation });
  const largest = weights.reduce((most, weight) => Math.max(most, weight), -Infinity);
  let all = 0;
  let right = 0;
  for (const [j, weight] of weights.entries()) {
    const share = Math.exp(weight - largest);
    all += share;
    if (2 * j > k) right += share;
  }
  return right / all;
}

/** Each from the one before, up to a constant: factorials of a large jury would overflow. */
function logWeights({ k, accuracy, correlation }: Jury): number[] {
  const right = accuracy * (1 - correlation);
  const wrong = (1 - accuracy) * (1 - correlation);
  const weights = [0];
  let weight = 0;
  for (let j = 0; j < k; j++) {
    const chance = (right + j * correlation) / (wrong + (k - j - 1) * correlation);
    weight += Math.log((k - j) / (j + 1)) + Math.log(chance);
    weights.push(weight);
  }
  return weights;
}
