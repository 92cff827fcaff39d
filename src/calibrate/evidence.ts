import type { Evidence, Figure } from '../conversation/certificate.ts';
import { wilsonEnds } from '../statistics/wilson.ts';
import { type AnsweredSample, type ComparedSample, listCompared } from './answered-sample.ts';
import { toGateCounts } from './gate-counts.ts';

/** Random draws that people were asked to score. */
export type Draws = NonNullable<Evidence['draws']>;

/** Below this share of answers, what nobody scored can no longer be left aside. */
export const leastAnswered = 0.9;

export interface ChosenEvidence {
  readonly evidence: Evidence;
  /** The samples that metrics are computed from, with their weights. */
  readonly compared: readonly ComparedSample[];
  /** Drawn conversations without a score, where they are so many that metrics are bounds; else 0. */
  readonly unanswered: number;
  /** Every label was chosen by a verdict. */
  readonly isByVerdict: boolean;
}

/**
 * Chooses the labels that may speak for the judge. Samples that a verdict chose would flatter it, so they are left out
 * where others exist. Samples that were drawn at random weigh 1/inclusion probability (Hájek), those that a person chose
 * weigh 1: they stand for themselves alone.
 */
export function chooseEvidence(samples: readonly AnsweredSample[], draws?: Draws): ChosenEvidence {
  const all = listCompared(samples);
  const byVerdict = all.filter(({ row }) => row.selection?.by === 'verdict');
  const others = all.filter(({ row }) => row.selection?.by !== 'verdict').map(withWeight);
  const random = others.filter(({ row }) => row.selection?.by === 'draw').length;
  const isByVerdict = others.length === 0 && byVerdict.length > 0;
  return {
    evidence: {
      random,
      chosen: others.length - random,
      byVerdict: byVerdict.length,
      ...(draws === undefined ? {} : { draws }),
    },
    compared: isByVerdict ? byVerdict : others,
    unanswered: draws !== undefined && draws.answered < leastAnswered * draws.drawn ? draws.drawn - draws.answered : 0,
    isByVerdict,
  };
}

function withWeight(sample: ComparedSample): ComparedSample {
  const { selection } = sample.row;
  return selection?.by === 'draw' ? { ...sample, weight: 1 / selection.inclusionProbability } : sample;
}

/**
 * A rate as a bound, where many drawn conversations have no score: its low end as if the judge were wrong on all of
 * them, its high end as if it were right.
 */
export function toBoundedRate(figure: Figure, unanswered: number): Figure {
  if (unanswered === 0 || figure.value === null) return figure;
  const { hits, size } = toGateCounts(figure);
  const missing = (unanswered * size) / figure.n;
  return {
    ...figure,
    effectiveN: size,
    low: wilsonEnds(hits / (size + missing), size + missing).low,
    high: wilsonEnds((hits + missing) / (size + missing), size + missing).high,
    why: `a bound: ${unanswered} drawn conversations have no score`,
  };
}
