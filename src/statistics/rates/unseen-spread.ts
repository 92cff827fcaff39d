import { toZ, wilsonEnds } from './wilson.ts';

/** The least and the most a value can be. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/**
 * An interval for a mean when all clusters are alike, so that their spread says nothing.
 *
 * None of the G clusters differed, so among all possible clusters at most a share u does (the upper end of Wilson's
 * interval of 0 in G). At worst those are at one of the bounds: value + u·(bound − value). Conservative.
 *
 * @example unseenSpread(0, 20, { min: -1, max: 1 })  // { low: -0.161…, high: 0.161… }
 */
export function unseenSpread(
  value: number,
  clusters: number,
  { min, max, level = 0.95 }: Bounds & { readonly level?: number },
): { low: number; high: number } {
  const share = wilsonEnds(0, clusters, toZ(level)).high;
  return { low: value + share * (min - value), high: value + share * (max - value) };
}
