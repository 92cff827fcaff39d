import { logChoose } from '../rates/log-factorial.ts';

export interface PairedTest {
  /** Two-sided. */
  readonly p: number;
  /** Pairs that differ. */
  readonly discordant: number;
  readonly why?: string;
}

/**
 * McNemar's exact test of pairs: could these counts of wins and losses be chance, if each were as likely?
 *
 * p = min(1, 2·P(X ≤ smaller count)) with X binomial of wins + losses trials and probability ½. Ties say nothing.
 * Edges: no pair differs → p is 1, with a reason. A p too small for a number is the smallest number there is, never 0.
 * Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
 * Psychometrika 12 (1947), in its exact, binomial form.
 *
 * @example mcnemarExact(8, 1)  // p = 2·(1 + 9)/512 = 0.039
 */
export function mcnemarExact(wins: number, losses: number): PairedTest {
  if (!Number.isInteger(wins) || !Number.isInteger(losses) || wins < 0 || losses < 0) {
    throw new RangeError(`mcnemarExact needs whole numbers ≥ 0, got ${wins} and ${losses}`);
  }
  const discordant = wins + losses;
  if (discordant === 0) return { p: 1, discordant, why: 'no pair differs' };
  if (wins === losses) return { p: 1, discordant };
  const tail = lowerTail(discordant, Math.min(wins, losses));
  return { p: Math.max(Number.MIN_VALUE, Math.min(1, 2 * tail)), discordant };
}

/** P(X ≤ k) of n fair coins, k < n/2: the terms shrink from k downwards. */
function lowerTail(n: number, k: number): number {
  let term = 1;
  let sum = 1;
  for (let below = k; below > 0 && term > sum * 1e-18; below--) {
    term *= below / (n - below + 1);
    sum += term;
  }
  return sum * Math.exp(logChoose(n, k) - n * Math.LN2);
}
