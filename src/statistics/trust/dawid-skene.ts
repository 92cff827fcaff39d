/** The classes that each observer gave one unit: a list per observer, empty where it did not rate the unit. */
export type UnitRatings = readonly (readonly number[])[];

export interface ObserverRatings {
  /** By unit, under its name or in a list. Classes are numbered from 1. */
  readonly ratings: Readonly<Record<string, UnitRatings>> | readonly UnitRatings[];
  /** How many classes there are. */
  readonly classes: number;
  /** Most rounds of EM. 20,000 when absent. */
  readonly rounds?: number;
}

export interface DawidSkene {
  /** Share of units of each class. Null without ratings. */
  readonly marginals: readonly number[] | null;
  /** By observer and true class: the probability of each answer. Null where the observer saw nothing of a class. */
  readonly errorRates: readonly (readonly (readonly number[] | null)[])[];
  /** For each unit, under the name or at the place it came with: the probability of each class. */
  readonly posteriors: Readonly<Record<string, readonly number[] | null>> | readonly (readonly number[] | null)[];
  readonly logLikelihood: number | null;
  /** Rounds of EM until no probability moved by 1e-14, or as many as were allowed. */
  readonly rounds: number;
  readonly why?: string;
}

/**
 * Dawid and Skene's estimate of the true class of each unit and of each observer's error rates, from ratings alone, with
 * nothing known to be true.
 *
 * EM from the share of each class among all ratings of a unit: marginals p = mean of the posteriors T; error rates
 * E[o, k, l] = Σ T[u, k]·n(u, o, l) over units, as a share over l; T[u, k] ∝ p_k Π E[o, k, l]^n(u, o, l). Ends when no posterior
 * moves by 1e-14. The log-likelihood Σ log Σ p_k Π Eⁿ has no multinomial constants. It assumes that observers err
 * independently given the class. EM finds a local maximum, which this start makes repeatable.
 *
 * Edges: no ratings → null, with a reason. A unit without ratings does not count and gets the marginals. An observer may
 * rate a unit several times or not at all, and lists may be shorter than the number of observers. A class that is not a whole number from 1 to `classes` is
 * a RangeError.
 * Source: A. P. Dawid, A. M. Skene, "Maximum likelihood estimation of observer error-rates using the EM algorithm",
 * Applied Statistics 28 (1979).
 *
 * @example dawidSkene({ ratings: { a: [[1], [1], [1]], b: [[2], [2], [1]], c: [[2], [2], [2]] }, classes: 2 }).marginals
 */
export function dawidSkene({ ratings, classes, rounds = 20_000 }: ObserverRatings): DawidSkene {
  if (!(Number.isInteger(classes) && classes >= 1))
    throw new RangeError(`classes must be a whole number, 1 or more, got ${classes}`);
  const names = Object.keys(ratings);
  const units = Object.values(ratings).map((unit) => toCounts(unit, classes));
  const observers = units.reduce((most, unit) => Math.max(most, unit.length), 0);
  const rated = units.filter((unit) => unit.some((row) => row.some((count) => count > 0)));
  if (rated.length === 0) {
    const unknown = { marginals: null, errorRates: noRates(observers, classes), logLikelihood: null, rounds: 0 };
    return {
      ...unknown,
      posteriors: toShape(
        ratings,
        names.map(() => null),
      ),
      why: 'no ratings',
    };
  }
  const { model, posteriors, used } = estimate(rated, { classes, observers, rounds });
  const byUnit = new Map(rated.map((unit, i) => [unit, posteriors[i] ?? null]));
  return {
    marginals: model.marginals,
    errorRates: model.errorRates,
    posteriors: toShape(
      ratings,
      units.map((unit) => byUnit.get(unit) ?? model.marginals),
    ),
    logLikelihood: rated.reduce((sum, unit) => sum + toPosterior(unit, model).logLikelihood, 0),
    ...used,
  };
}

/** By observer and class, how often. */
type Counts = readonly (readonly number[])[];

interface Model {
  readonly marginals: readonly number[];
  readonly errorRates: readonly (readonly (readonly number[] | null)[])[];
}

interface Size {
  readonly classes: number;
  readonly observers: number;
  readonly rounds: number;
}

function estimate(units: readonly Counts[], { classes, observers, rounds }: Size) {
  let posteriors = units.map((unit) => toShares(addRows(unit, classes)) ?? []);
  let model = toModel(units, posteriors, { classes, observers, rounds });
  for (let round = 1; round <= rounds; round++) {
    const next = units.map((unit) => toPosterior(unit, model).posterior);
    const moved = next.some((row, u) => row.some((value, k) => !(Math.abs(value - (posteriors[u]?.[k] ?? 0)) < 1e-14)));
    posteriors = next;
    model = toModel(units, posteriors, { classes, observers, rounds });
    if (!moved) return { model, posteriors, used: { rounds: round } };
  }
  return { model, posteriors, used: { rounds, why: `EM has not converged after ${rounds} rounds` } };
}

function toModel(units: readonly Counts[], posteriors: readonly (readonly number[])[], size: Size): Model {
  const { classes, observers } = size;
  const sums = Array.from({ length: classes }, () => 0);
  const tallies = Array.from({ length: observers }, () => noTally(classes));
  for (const [u, unit] of units.entries()) {
    for (let k = 0; k < classes; k++) {
      const chance = posteriors[u]?.[k] ?? 0;
      sums[k] = (sums[k] ?? 0) + chance;
      addUnit(tallies, { unit, trueClass: k, chance });
    }
  }
  return {
    marginals: sums.map((sum) => sum / units.length),
    errorRates: tallies.map((rows) => rows.map((row) => toShares(row))),
  };
}

interface WeighedUnit {
  readonly unit: Counts;
  readonly trueClass: number;
  readonly chance: number;
}

function addUnit(tallies: readonly (readonly number[][])[], { unit, trueClass, chance }: WeighedUnit): void {
  for (const [observer, counts] of unit.entries()) {
    const row = tallies[observer]?.[trueClass];
    for (const [l, count] of counts.entries())
      if (row !== undefined && count > 0) row[l] = (row[l] ?? 0) + chance * count;
  }
}

/** In logarithms, because a product over many ratings would underflow. */
function toPosterior(unit: Counts, { marginals, errorRates }: Model) {
  const logs = marginals.map((share, k) => {
    let log = Math.log(share);
    for (const [observer, counts] of unit.entries()) {
      const rates = errorRates[observer]?.[k];
      for (const [l, count] of counts.entries()) if (count > 0) log += count * Math.log(rates?.[l] ?? 0);
    }
    return log;
  });
  const largest = logs.reduce((most, log) => Math.max(most, log), -Infinity);
  const weights = logs.map((log) => Math.exp(log - largest));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return { posterior: weights.map((weight) => weight / sum), logLikelihood: largest + Math.log(sum) };
}

function toCounts(unit: UnitRatings, classes: number): Counts {
  return unit.map((given) => {
    const counts = Array.from({ length: classes }, () => 0);
    for (const rating of given) {
      if (!(Number.isInteger(rating) && rating >= 1 && rating <= classes)) {
        throw new RangeError(`a rating must be a class from 1 to ${classes}, got ${rating}`);
      }
      counts[rating - 1] = (counts[rating - 1] ?? 0) + 1;
    }
    return counts;
  });
}

function addRows(unit: Counts, classes: number): number[] {
  return Array.from({ length: classes }, (_, l) => unit.reduce((sum, row) => sum + (row[l] ?? 0), 0));
}

function toShares(counts: readonly number[]): number[] | null {
  const sum = counts.reduce((total, count) => total + count, 0);
  return sum === 0 ? null : counts.map((count) => count / sum);
}

function noTally(classes: number): number[][] {
  return Array.from({ length: classes }, () => Array.from({ length: classes }, () => 0));
}

function noRates(observers: number, classes: number): null[][] {
  return Array.from({ length: observers }, () => Array.from({ length: classes }, () => null));
}

/** A list where units came as a list, else under their names. */
function toShape(
  ratings: ObserverRatings['ratings'],
  values: readonly (readonly number[] | null)[],
): DawidSkene['posteriors'] {
  if (Array.isArray(ratings)) return values;
  return Object.fromEntries(Object.keys(ratings).map((name, i) => [name, values[i] ?? null]));
}
