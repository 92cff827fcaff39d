/** One way to divide cells into categories, and the share of all counts that each category is to have. */
export interface RakingMargin {
  /** For each cell the number of its category. */
  readonly categories: readonly number[];
  /** By category; they add up to 1. */
  readonly shares: readonly number[];
}

export interface RakedWeights {
  /** What a count of each cell weighs; their mean over all counts is 1. Null: no weights do it, see `why`. */
  readonly weights: readonly number[] | null;
  readonly why?: string;
}

const mostRounds = 1_000;
const closeEnough = 1e-9;

/** Accepts margins that nearly fit, because shares of a run are not known better than this. */
const tolerance = 0.005;

/**
 * Raking (iterative proportional fitting): weights for the cells of a table so that its margins get given shares. Each
 * margin in turn is scaled to its shares, until all of them fit. Among all weights that fit, these change the cells
 * least, in the sense of Kullback and Leibler.
 *
 * Edges: no counts, or a category that is to have a share and has no counts → null, with a reason. Margins that
 * contradict each other on these cells never fit → null, with a reason. A share of 0 gives weights of 0.
 * Counts below 0, and shares that do not add up to 1, are a RangeError.
 * Source: W. E. Deming, F. F. Stephan, "On a least squares adjustment of a sampled frequency table when the expected
 * marginal totals are known", Annals of Mathematical Statistics 11 (1940).
 *
 * @example rake([50, 50], [{ categories: [0, 1], shares: [0.1, 0.9] }])  // weights 0.2 and 1.8
 */
export function rake(counts: readonly number[], margins: readonly RakingMargin[]): RakedWeights {
  checkInput(counts, margins);
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return { weights: null, why: 'no counts' };
  const table = counts.map((count) => count / all);
  for (const margin of margins) {
    const totals = toTotals(table, margin);
    if (margin.shares.some((share, category) => share > 0 && totals[category] === 0)) {
      return { weights: null, why: 'a category with a share has no counts' };
    }
  }
  let error = Number.POSITIVE_INFINITY;
  for (let round = 0; round < mostRounds && error > closeEnough; round++) {
    for (const margin of margins) scale(table, margin);
    error = Math.max(0, ...margins.map((margin) => toError(table, margin)));
  }
  if (!(error <= tolerance)) return { weights: null, why: 'the margins contradict each other' };
  return { weights: table.map((share, cell) => toRatio(share * all, counts[cell] ?? 0)) };
}

function toTotals(table: readonly number[], { categories, shares }: RakingMargin): number[] {
  const totals = shares.map(() => 0);
  for (const [cell, share] of table.entries()) {
    const category = categories[cell] ?? 0;
    totals[category] = (totals[category] ?? 0) + share;
  }
  return totals;
}

function scale(table: number[], margin: RakingMargin): void {
  const totals = toTotals(table, margin);
  for (const [cell, share] of table.entries()) {
    const category = margin.categories[cell] ?? 0;
    table[cell] = share * toRatio(margin.shares[category] ?? 0, totals[category] ?? 0);
  }
}

function toError(table: readonly number[], margin: RakingMargin): number {
  const totals = toTotals(table, margin);
  return Math.max(...margin.shares.map((share, category) => Math.abs(share - (totals[category] ?? 0))));
}

/** A category that another margin emptied stays empty. */
function toRatio(above: number, below: number): number {
  return below === 0 ? 0 : above / below;
}

function checkInput(counts: readonly number[], margins: readonly RakingMargin[]): void {
  if (counts.some((count) => !(count >= 0 && Number.isFinite(count)))) throw new RangeError('rake needs counts ≥ 0');
  for (const { categories, shares } of margins) {
    const sum = shares.reduce((total, share) => total + share, 0);
    const isFitting =
      categories.length === counts.length && categories.every((category) => shares[category] !== undefined);
    if (!isFitting || shares.some((share) => !(share >= 0)) || Math.abs(sum - 1) > 1e-6) {
      throw new RangeError('a margin needs a category for each cell, and shares that add up to 1');
    }
  }
}
