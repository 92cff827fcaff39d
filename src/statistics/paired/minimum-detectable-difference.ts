import type { PointEstimate } from '../estimate.ts';
import { logChoose } from '../rates/log-factorial.ts';
import { normalQuantile } from '../rates/normal-quantile.ts';
import { studentQuantile } from '../rates/student-quantile.ts';
import { mcnemarExact } from './mcnemar.ts';
import { fewestWins } from './power.ts';

export interface PlannedComparison {
  /** Independent clusters: cases with their repeats, or conversations that several cases are cut from. */
  readonly clusters: number;
  /**
   * `some` (when absent): some clusters change for good, the others not at all. `all`: the pass rate of every case moves
   * by the difference.
   */
  readonly moves?: 'some' | 'all';
  /** With `some`: share of the clusters that change for good, gains and losses together; 0 when absent. */
  readonly changed?: number;
  /** Chance that two plays of an unchanged case have different results, see `flipRate`. Default: 0. */
  readonly flipRate?: number;
  /** Plays of a cluster in each run, its cases times their repeats; 1 when absent. */
  readonly plays?: number;
  /** Two-sided; 0.05 when absent. */
  readonly alpha?: number;
  /** 0.8 when absent. */
  readonly power?: number;
}

/** With more discordant clusters the normal formula differs from the exact power by less than a third of a point. */
const manyDiscordant = 150;

/**
 * Minimum detectable difference: the smallest true difference d of two pass rates that a paired comparison finds with
 * the wanted power. It needs no result, so it can be had before anything is played.
 *
 * `some`: a share c of the G clusters changes for good, (c + d)/2 of them for the better and (c − d)/2 for the worse; where
 * d is larger than `changed`, c = d. The others differ by noise alone: each of r plays with chance f, both ways alike. So
 * q = c + (1 − c)·f/r is the mean square of a cluster's difference.
 * With one play, or without noise, q is the share of discordant clusters, and the power is that of McNemar's exact test:
 * P(p < alpha, more wins than losses) over the binomial number of discordant clusters, and of losses among them.
 * With more than 150 discordant clusters, and with noise in several plays, d solves Connor's
 * √G·d = z₁₋ᵅᐟ²·√q + z_power·√(q − d²). Noise never brings it below the exact d without it. More plays reduce the noise,
 * not the changes: with a flip rate of 0 they change nothing.
 *
 * `all`: d solves √G·d = (t₁₋ᵅᐟ² + t_power)·√v with t of G − 1 degrees, and v = (f + d·√(1 − 2f) − d²)/r, the variance where
 * rates move toward ½, which adds noise. With 6 clusters at 0.05 all of them have to agree, so there the factor is
 * √G·z of the G-th root of the power. Never below the exact d of G·r independent plays without noise.
 *
 * In simulated comparisons the power is 0.80 to 0.81 with one play, 0.70 to 0.90 with noisy repeats of 8 to 200 clusters.
 *
 * Edges: null, with a reason, where not even a difference of 1 is found (fewer than 6 clusters at 0.05). A number of
 * clusters that is not whole or below 1, shares outside 0 to 1, plays below 1, and alpha or power not strictly between 0
 * and 1 are a RangeError.
 * Source: R. J. Connor, "Sample size for testing differences in proportions for the paired-sample design", Biometrics 43
 * (1987); clusters and repeats: M. Miller, "Adding error bars to evals" (2024), arXiv:2411.00640.
 *
 * @example minimumDetectableDifference({ clusters: 100, changed: 0.2 })  // { value: 0.1277… }
 */
export function minimumDetectableDifference(planned: PlannedComparison): PointEstimate {
  const wanted = toWanted(planned);
  const { clusters, moves, flipRate, plays, alpha } = wanted;
  const fewest = fewestWins(alpha);
  if (clusters < fewest) return { value: null, why: `no test decides fewer than ${fewest} clusters` };
  if (moves === 'all') return { value: toMoved(wanted) };
  const steady = toExact({ ...wanted, flipRate: 0 });
  if (flipRate === 0) return { value: steady };
  return { value: Math.max(steady, plays === 1 ? toExact(wanted) : toNormal(wanted)) };
}

export interface WantedDifference extends Omit<PlannedComparison, 'clusters' | 'plays'> {
  readonly difference: number;
}

/**
 * How many clusters it takes to find a difference: the same read backwards.
 *
 * Edges: a difference that is not above 0 and at most 1 is a RangeError.
 *
 * @example neededClusters({ difference: 0.05 })  // 157, if 1 case in 20 changes for good
 */
export function neededClusters({ difference, ...planned }: WantedDifference & { readonly plays?: number }): number {
  checkDifference(difference);
  return findFewest((clusters) => isFound({ ...planned, clusters }, difference));
}

/**
 * How many plays of each cluster in each run it takes to find a difference.
 *
 * Edges: null, with a reason, where no number of plays is enough, since they do not reduce changes. A difference that is
 * not above 0 and at most 1 is a RangeError.
 *
 * @example neededClusterPlays({ clusters: 100, difference: 0.05, flipRate: 0.2, moves: 'all' })  // { value: 8 }
 */
export function neededClusterPlays({
  difference,
  ...planned
}: WantedDifference & { readonly clusters: number }): PointEstimate {
  checkDifference(difference);
  if (!isFound({ ...planned, plays: mostPlays }, difference)) {
    return { value: null, why: `${planned.clusters} clusters are too few, however often they are played` };
  }
  return { value: findFewest((plays) => isFound({ ...planned, plays }, difference)) };
}

/** As good as any number. */
const mostPlays = 1e9;

function checkDifference(difference: number): void {
  if (difference > 0 && difference <= 1) return;
  throw new RangeError(`a difference must be above 0 and at most 1, got ${difference}`);
}

function isFound(planned: PlannedComparison, difference: number): boolean {
  const { value } = minimumDetectableDifference(planned);
  return value !== null && value <= difference;
}

/** The smallest whole number that is enough, by doubling and halving. There has to be one. */
function findFewest(isEnough: (count: number) => boolean): number {
  let enough = 1;
  while (!isEnough(enough)) enough *= 2;
  let tooFew = Math.floor(enough / 2);
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

type Wanted = Required<PlannedComparison>;

function toWanted(planned: PlannedComparison): Wanted {
  const { clusters, moves = 'some', changed = 0, flipRate = 0, plays = 1, alpha = 0.05, power = 0.8 } = planned;
  const isShare = (value: number) => value >= 0 && value <= 1;
  const isInside = (value: number) => value > 0 && value < 1;
  if (!Number.isInteger(clusters) || clusters < 1) throw new RangeError(`clusters must be 1 or more, got ${clusters}`);
  if (!isShare(changed) || !isShare(flipRate))
    throw new RangeError(`shares must be from 0 to 1, got ${changed}, ${flipRate}`);
  if (!(plays >= 1 && Number.isFinite(plays))) throw new RangeError(`plays must be 1 or more, got ${plays}`);
  if (!isInside(alpha) || !isInside(power)) {
    throw new RangeError(`alpha and power must be between 0 and 1, got ${alpha}, ${power}`);
  }
  return { clusters, moves, changed, flipRate, plays, alpha, power };
}

function toMeanSquare({ changed, flipRate, plays }: Wanted, difference: number): number {
  const share = Math.max(changed, difference);
  return share + ((1 - share) * flipRate) / plays;
}

/** By Connor's formula. */
function toNormal(wanted: Wanted): number {
  const { clusters, alpha, power } = wanted;
  const [test, found] = [normalQuantile(1 - alpha / 2), normalQuantile(power)];
  return solve((difference) => {
    const square = toMeanSquare(wanted, difference);
    const spread = Math.sqrt(Math.max(0, square - difference ** 2));
    return Math.sqrt(clusters) * difference >= test * Math.sqrt(square) + found * spread;
  });
}

/** Every case moves by the difference. */
function toMoved(wanted: Wanted): number {
  const { clusters, flipRate, plays, alpha, power } = wanted;
  const factor =
    4 / 2 ** clusters >= alpha
      ? Math.sqrt(clusters) * normalQuantile(power ** (1 / clusters))
      : studentQuantile(1 - alpha / 2, clusters - 1) + studentQuantile(power, clusters - 1);
  const more = Math.sqrt(Math.max(0, 1 - 2 * flipRate));
  const moved = solve((difference) => {
    const variance = Math.max(0, flipRate + difference * more - difference ** 2) / plays;
    return Math.sqrt(clusters) * difference >= factor * Math.sqrt(variance);
  });
  const steady = { ...wanted, clusters: Math.round(clusters * plays), changed: 0, flipRate: 0, plays: 1 };
  return Math.max(moved, toExact(steady));
}

/** Uses McNemar's exact test of one play, or the formula where enough clusters differ that both agree. */
function toExact(wanted: Wanted): number {
  const normal = toNormal(wanted);
  if (wanted.clusters * toMeanSquare(wanted, normal) > manyDiscordant) return normal;
  // Sums grow with the number of discordant clusters, so it starts where the formula points.
  let high = normal;
  while (high < 1 && toPower(wanted, high) < wanted.power) high = Math.min(1, 1.2 * high);
  return solve((difference) => toPower(wanted, difference) >= wanted.power, high);
}

/** Power of McNemar's exact test. What is left out beyond 9 standard deviations is below 10⁻¹⁷. */
function toPower(wanted: Wanted, difference: number): number {
  const { clusters, alpha } = wanted;
  const discordant = toMeanSquare(wanted, difference);
  const lossShare = (discordant - difference) / 2 / discordant;
  const reach = 9 * Math.sqrt(clusters * discordant * (1 - discordant)) + 9;
  const last = Math.min(clusters, Math.ceil(clusters * discordant + reach));
  let power = 0;
  let mostLosses = -1;
  for (let count = Math.max(1, Math.floor(clusters * discordant - reach)); count <= last; count++) {
    while (isSignificant(count, mostLosses + 1, alpha)) mostLosses++;
    power += binomial(clusters, count, discordant) * atMost(mostLosses, count, lossShare);
  }
  return power;
}

function isSignificant(discordant: number, losses: number, alpha: number): boolean {
  return losses < discordant / 2 && mcnemarExact(discordant - losses, losses).p < alpha;
}

/** P(X ≤ most) of a binomial variable, of few enough trials that its first term is a number. */
function atMost(most: number, trials: number, share: number): number {
  if (most < 0) return 0;
  if (share === 0) return 1;
  let term = (1 - share) ** trials;
  let sum = term;
  for (let count = 0; count < most; count++) {
    term *= ((trials - count) / (count + 1)) * (share / (1 - share));
    sum += term;
  }
  return sum;
}

function binomial(trials: number, count: number, share: number): number {
  if (share <= 0 || share >= 1) return Number(count === (share <= 0 ? 0 : trials));
  return Math.exp(logChoose(trials, count) + count * Math.log(share) + (trials - count) * Math.log1p(-share));
}

/** The smallest difference that is found, up to `high`. */
function solve(isFound: (difference: number) => boolean, high = 1): number {
  let [low, found] = [0, high];
  while (found - low > 1e-5) {
    const middle = (low + found) / 2;
    if (isFound(middle)) found = middle;
    else low = middle;
  }
  return found;
}
