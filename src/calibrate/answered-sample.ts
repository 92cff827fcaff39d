import { compareText } from '../base/compare-text.ts';
import type { Scale } from '../conversation/deck.ts';
import type { CalibratedRow } from './calibration.ts';

/** A sample as a judge answered it, and the conversation it was cut from. */
export interface AnsweredSample {
  readonly cluster: string;
  readonly row: CalibratedRow;
  /** 1 / the chance that the sample was drawn for labeling. Default: 1. Only ratios of weights count. */
  readonly weight?: number;
}

/** One that was graded, and scored by people. */
export interface ComparedSample extends AnsweredSample {
  readonly human: number;
  readonly judge: number;
}

export function listCompared(samples: readonly AnsweredSample[]): readonly ComparedSample[] {
  return samples.flatMap((sample) => {
    const { human, judge } = sample.row;
    return human === null || judge === null ? [] : [{ ...sample, human, judge }];
  });
}

/** By conversation, then by id: so that metrics do not depend on the order in which samples were given. */
export function sortSamples(samples: readonly AnsweredSample[]): readonly AnsweredSample[] {
  return samples.toSorted(
    (one, other) => compareText(one.cluster, other.cluster) || compareText(one.row.sample, other.row.sample),
  );
}

/** What scores mean. */
export interface Measure {
  readonly scale: Scale;
  readonly pass: number;
  /** The judge is made up, so that a metric that never varies is known for certain. */
  readonly isMadeUp?: true;
}

/** What a metric needs of a sample. */
export type ScoredSample = Pick<ComparedSample, 'cluster' | 'human' | 'judge' | 'weight'>;
