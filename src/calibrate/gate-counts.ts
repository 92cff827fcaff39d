import type { Figure } from '../conversation/certificate.ts';
import { gateEffectiveN } from '../statistics/trust/gate-effective-n.ts';
import type { FigureName } from './figure-names.ts';
import type { ScoredSample } from './measure.ts';
import { findTrials } from './rate-trials.ts';

/** Metrics that are shares of samples: an e-value decides these. An interval decides the others. */
export const rateNames: ReadonlySet<FigureName> = new Set(['exact', 'within1', 'tpr', 'tnr']);

/** How many independent samples a rate is worth in the gate, by name; n where it is left out. */
export type GateSizes = Readonly<Partial<Record<FigureName, number>>>;

/**
 * Samples of one conversation, and samples of different weight, are worth fewer independent ones than there are. With
 * such effective counts the e-value is not exact (see `gateEffectiveN`).
 */
export function toGateSizes(samples: readonly ScoredSample[], pass: number): GateSizes {
  const entries = [...rateNames].map((name) => [name, gateEffectiveN(findTrials(name, samples, pass) ?? [])] as const);
  return Object.fromEntries(entries);
}

export function toGateCounts(figure: Figure, size = figure.effectiveN ?? figure.n): GateCounts {
  return figure.value === null ? { hits: 0, size: 0 } : { hits: figure.value * size, size };
}

/** The hits and trials that a rate is worth. */
export interface GateCounts {
  readonly hits: number;
  readonly size: number;
}
