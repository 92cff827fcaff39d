import type { Scale } from '../../conversation/deck.ts';
import type { RatingLevel } from '../../statistics/agreement/rating-codes.ts';

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
