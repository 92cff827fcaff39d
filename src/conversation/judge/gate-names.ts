/** The metrics a gate may bound from below, by the names that JSON and certificates give them. Decks: `toGateKey`. */
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

/** Those that tell scores apart by the steps of the scale: without steps they have no value. */
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

/** Metrics that are shares of samples: an e-value decides these. An interval decides the others. */
export const rateNames = ['exact', 'within1', 'tpr', 'tnr'] as const;

/**
 * The key of a metric in a deck's front matter, where keys are snake_case.
 *
 * @example toGateKey('kappaQuadratic')  // 'kappa_quadratic'
 */
export function toGateKey(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The thresholds of a deck's front matter by metric name. Keys that no metric has are left out. */
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

/** Chance that a judge at its threshold is trusted, however often it is measured. */
const trustAlpha = 0.025;

/**
 * The e-value that the k-th judge of a test set needs: 1/α_k with α_1 = 0.025 and α_k = 0.025/(k(k − 1)). The chances
 * of all judges to be trusted by luck add up to at most 5%.
 *
 * @example toNeededE(2)  // 80
 */
export function toNeededE(judgeNumber: number): number {
  if (!Number.isInteger(judgeNumber) || judgeNumber < 1) {
    throw new RangeError(`judges of a test set are counted from 1, got ${judgeNumber}`);
  }
  return (judgeNumber < 2 ? 1 : judgeNumber * (judgeNumber - 1)) * Math.round(1 / trustAlpha);
}
