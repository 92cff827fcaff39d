import type { Scale } from '../conversation/judge/deck.ts';
import type { ComparedSample } from './answered-sample.ts';

/** What scores mean. */
export interface Measure {
  readonly scale: Scale;
  readonly pass: number;
  /** The judge is made up, so that a metric that never varies is known for certain. */
  readonly isMadeUp?: true;
}

/** What a metric needs of a sample. */
export type ScoredSample = Pick<ComparedSample, 'cluster' | 'human' | 'judge' | 'weight'>;
