import type { Scale } from '../../conversation/judge/deck.ts';
import type { RatingLevel } from '../../statistics/rating-level.ts';

/** `turnwise agreement`, as it was typed. */
export interface AgreementCommand {
  /** A file of ratings or samples, or `dataset:NAME`. */
  readonly source: string;
  readonly scale?: Scale;
  readonly level?: RatingLevel;
  /** A deck, or "overall"; of a dataset. */
  readonly deck?: string;
  /** Prints every metric. */
  readonly verbose?: boolean;
  readonly json?: boolean;
  readonly db?: string;
}
