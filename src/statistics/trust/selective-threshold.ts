import { clopperPearsonUpper } from '../rates/clopper-pearson.ts';

/** Verdicts of a judge on labeled samples: how confident each was, and whether it agrees with people. */
export interface ConfidentVerdicts {
  readonly confidence: readonly number[];
  /** True or 1: the judge agrees with the label. */
  readonly agrees: readonly (boolean | number)[];
  /** The largest share of wrong verdicts to accept among those that are kept. */
  readonly risk: number;
  /** The chance of accepting a threshold whose true share of wrong verdicts is above `risk`. */
  readonly delta: number;
  /** The first threshold keeps at least this many samples. */
  readonly fewestLabels: number;
}

export interface SelectiveThreshold {
  /** Keep verdicts of this confidence or more, and send the rest to people. Null if no threshold qualifies. */
  readonly threshold: number | null;
  /** Samples at the threshold or above. */
  readonly kept: number;
  /** Wrong verdicts among them. */
  readonly errors: number;
  /** Upper bound of the share of wrong verdicts among all that the threshold would keep. */
  readonly upperBound: number | null;
  /** Share of samples that are kept. */
  readonly coverage: number;
  readonly why?: string;
}

/**
 * The lowest confidence from which a judge's verdicts can be accepted, with a guarantee: with probability 1 − delta at
 * most a share `risk` of the verdicts it keeps disagrees with people.
 *
 * Fixed-sequence testing: thresholds are the distinct confidences in falling order, from the first that keeps
 * `fewestLabels` samples. Each is tested with the bound U = `clopperPearsonUpper(errors, kept, delta)`. The search goes
 * down while U ≤ risk and ends at the first threshold that fails, so that testing many needs no correction.
 *
 * Edges: the first threshold fails, or fewer samples than `fewestLabels` → threshold and bound null and nothing kept, with a
 * reason. Equal confidences are kept together. Lists of different lengths, a confidence that is not finite, an `agrees` that is not 0
 * or 1, a risk or delta not strictly between 0 and 1, and a `fewestLabels` that is not a whole number ≥ 1 are a RangeError.
 * Source: J. Jung, F. Brahman, Y. Choi, "Trust or escalate: LLM judges with provable guarantees for human agreement",
 * arXiv 2407.18370 (2024); A. N. Angelopoulos et al., "Learn then test", arXiv 2110.01052 (2021).
 *
 * @example selectiveThreshold({ confidence: [0.9, 0.8, 0.4], agrees: [1, 1, 0], risk: 0.5, delta: 0.3, fewestLabels: 2 })
 * // { threshold: 0.8, kept: 2, errors: 0, upperBound: 0.452…, coverage: 0.666… }
 */
export function selectiveThreshold(verdicts: ConfidentVerdicts): SelectiveThreshold {
  checkVerdicts(verdicts);
  const { confidence, agrees, risk, delta, fewestLabels } = verdicts;
  const falling = confidence.map((value, i) => ({ value, isWrong: !agrees[i] })).sort((a, b) => b.value - a.value);
  let errors = 0;
  let best: SelectiveThreshold | undefined;
  for (const [place, { value, isWrong }] of falling.entries()) {
    const kept = place + 1;
    if (isWrong) errors++;
    if (falling[kept]?.value === value || kept < fewestLabels) continue;
    const upperBound = clopperPearsonUpper(errors, kept, delta);
    if (upperBound > risk) return best ?? { ...nothing, why: `the bound of the first threshold is above ${risk}` };
    best = { threshold: value, kept, errors, upperBound, coverage: kept / confidence.length };
  }
  return best ?? { ...nothing, why: `${confidence.length} labeled samples of the ${fewestLabels} that are needed` };
}

const nothing = { threshold: null, kept: 0, errors: 0, upperBound: null, coverage: 0 };

function checkVerdicts({ confidence, agrees, risk, delta, fewestLabels }: ConfidentVerdicts): void {
  if (confidence.length !== agrees.length) {
    throw new RangeError(`there must be one "agrees" per confidence, got ${agrees.length} for ${confidence.length}`);
  }
  const bad = confidence.find((value) => !Number.isFinite(value));
  if (bad !== undefined) throw new RangeError(`a confidence must be a finite number, got ${bad}`);
  const odd = agrees.find((value) => typeof value !== 'boolean' && value !== 0 && value !== 1);
  if (odd !== undefined) throw new RangeError(`"agrees" must be 0 or 1, got ${odd}`);
  if (!(risk > 0 && risk < 1 && delta > 0 && delta < 1)) {
    throw new RangeError(`risk and delta must be between 0 and 1, got ${risk} and ${delta}`);
  }
  if (!(Number.isInteger(fewestLabels) && fewestLabels >= 1)) {
    throw new RangeError(`fewestLabels must be a whole number, 1 or more, got ${fewestLabels}`);
  }
}
