import type { Estimate } from '../estimate.ts';
import { roganGladen } from './rogan-gladen.ts';
import { whyNoFail, whyNoPass } from './true-rates.ts';
import { z95 } from './wilson.ts';

export interface JudgedRate {
  /** What the judge passed, of `n`. For clusters, pass the effective n, whole or not. */
  readonly passes: number;
  readonly n: number;
  /** From calibration: of `n` that people pass, the judge passes `hits`. */
  readonly tpr: { readonly hits: number; readonly n: number };
  /** Of `n` that people fail, the judge fails `hits`. */
  readonly tnr: { readonly hits: number; readonly n: number };
}

export interface CorrectedRate extends Estimate {
  /** The correction led below 0 or above 1, and that end is the value. */
  readonly clamped: boolean;
}

/**
 * The pass rate that people would give, computed from that of a judge: `roganGladen`, with a 95% CI that
 * accounts for three samples: what was judged, and the two samples behind the rates of the judge.
 *
 * θ = (p + q₀ − 1)/(q₀ + q₁ − 1), with the share p that the judge passes, its true negative rate q₀ on m₀ samples and its
 * true positive rate q₁ on m₁. For the interval p̃ = (n·p + z²/2)/(n + z²), q̃ = (m·q + 1)/(m + 2), θ̃ from these, and
 * θ̃ + 2z²·(−(1 − θ̃)·q̃₀(1 − q̃₀)/m̃₀ + θ̃·q̃₁(1 − q̃₁)/m̃₁)
 *   ± z·√(p̃(1 − p̃)/ñ + (1 − θ̃)²·q̃₀(1 − q̃₀)/m̃₀ + θ̃²·q̃₁(1 − q̃₁)/m̃₁) / (q̃₀ + q̃₁ − 1),
 * with ñ = n + z² and m̃ = m + 2; within 0 and 1, and never without the value itself.
 * Edges: nothing judged, no sample of a class, or a judge no better than chance → null, with a reason. Better than chance
 * by so little that the adjusted rates are not: a value without an interval, with a reason.
 * Source: C. Lee, T. Zeng, J. Jeong, J. Sohn, K. Lee, "How to correctly report LLM-as-a-judge evaluations",
 * arXiv 2511.21140 (2025).
 *
 * @example correctedRate({ passes: 400, n: 1000, tpr: { hits: 180, n: 200 }, tnr: { hits: 140, n: 200 } })
 * // { value: 0.167, low: 0.056, high: 0.263, n: 1000, clamped: false }
 */
export function correctedRate(rate: JudgedRate): CorrectedRate {
  const { passes, n, tpr, tnr } = rate;
  for (const [hits, of] of [[passes, n] as const, [tpr.hits, tpr.n] as const, [tnr.hits, tnr.n] as const]) {
    if (!(hits >= 0 && hits <= of && Number.isFinite(of))) {
      throw new RangeError(`correctedRate needs 0 ≤ hits ≤ n, got ${hits} of ${of}`);
    }
  }
  const why = findGap(rate);
  if (why !== undefined) return { value: null, ...noInterval, n, clamped: false, why };
  const share = roganGladen({ tpr: tpr.hits / tpr.n, tnr: tnr.hits / tnr.n, observed: passes / n });
  if (share.value === null) return { ...share, ...noInterval, n };
  const ends = toEnds(rate);
  if (ends === undefined) return { ...share, ...noInterval, n, why: whyNearChance };
  const low = Math.min(share.value, Math.max(0, ends.low));
  const high = Math.max(share.value, Math.min(1, ends.high));
  return { ...share, low, high, n };
}

const noInterval = { low: null, high: null };
const whyNearChance = 'too few samples to show that the judge is better than chance';

function findGap({ n, tpr, tnr }: JudgedRate): string | undefined {
  if (n === 0) return 'nothing was judged';
  if (tpr.n === 0) return whyNoPass;
  return tnr.n === 0 ? whyNoFail : undefined;
}

/** Undefined where the adjusted rates are no better than chance. */
function toEnds({ passes, n, tpr, tnr }: JudgedRate): { low: number; high: number } | undefined {
  const z = z95;
  const p = (passes + (z * z) / 2) / (n + z * z);
  const specificity = (tnr.hits + 1) / (tnr.n + 2);
  const sensitivity = (tpr.hits + 1) / (tpr.n + 2);
  const better = specificity + sensitivity - 1;
  if (better <= 1e-12) return undefined;
  const share = (p + specificity - 1) / better;
  const ofFails = (specificity * (1 - specificity)) / (tnr.n + 2);
  const ofPasses = (sensitivity * (1 - sensitivity)) / (tpr.n + 2);
  const center = share + 2 * z * z * (share * ofPasses - (1 - share) * ofFails);
  const variance = (p * (1 - p)) / (n + z * z) + (1 - share) ** 2 * ofFails + share ** 2 * ofPasses;
  const half = (z * Math.sqrt(variance)) / better;
  return { low: center - half, high: center + half };
}
