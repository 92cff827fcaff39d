/**
 * The metrics that a gate can set a threshold for, by their names in JSON and certificates. `toGateKey` gives their
 * names in decks.
 */
export const gateNames = [
  'exact',
  'within1',
  'kappa',
  'kappaLinear',
  'kappaQuadratic',
  'scottPi',
  'alphaNominal',
  'alphaOrdinal',
  'alphaInterval',
  'gwetAc1',
  'gwetAc2',
  'brennanPrediger',
  'spearman',
  'kendallTauB',
  'mcc',
  'tpr',
  'tnr',
] as const;

/** The metrics that need a scale with steps. Without steps they have no value. */
export const steppedGateNames = [
  'kappa',
  'kappaLinear',
  'kappaQuadratic',
  'scottPi',
  'alphaNominal',
  'gwetAc1',
  'gwetAc2',
  'brennanPrediger',
] as const satisfies readonly (typeof gateNames)[number][];

/** Metrics that are shares of samples. An e-value decides them, an interval decides the others. */
export const rateNames = ['exact', 'within1', 'tpr', 'tnr'] as const;

/**
 * The key of a metric in a deck's front matter, where keys are snake_case.
 *
 * @example toGateKey('kappaQuadratic')  // 'kappa_quadratic'
 */
export function toGateKey(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts the thresholds of a deck's front matter to metric names. Unknown keys are left out. */
export function toGateThresholds(gate: Readonly<Record<string, number | undefined>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    gateNames.flatMap((name) => {
      const threshold = gate[toGateKey(name)];
      return threshold === undefined ? [] : [[name, threshold] as const];
    }),
  );
}

export function isRateName(name: string): boolean {
  return rateNames.some((rate) => rate === name);
}

/** Probability that a judge exactly at its threshold is ever trusted, no matter how often it is measured. */
const trustAlpha = 0.025;

/**
 * The e-value that the k-th judge of a test set needs: 1/α_k with α_1 = 0.025 and α_k = 0.025/(k(k − 1)). The
 * probabilities that any of the judges is trusted by luck add up to at most 5%.
 *
 * @example toNeededE(2)  // 80
 */
export function toNeededE(judgeNumber: number): number {
  if (!Number.isInteger(judgeNumber) || judgeNumber < 1) {
    throw new RangeError(`judges of a test set are counted from 1, got ${judgeNumber}`);
  }
  return (judgeNumber < 2 ? 1 : judgeNumber * (judgeNumber - 1)) * Math.round(1 / trustAlpha);
}
