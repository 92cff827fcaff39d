/*
 * The data of a calibration page: written by src/report/calibration/html, read by web/calibration. The page includes
 * the script that reads it. Turns are those of page-data.ts.
 *
 * Samples are in chunks of two blocks: a SampleIndex, read at once for the list, and an array of PageSample, one per
 * line in the same order. A conversation that several judges were asked about appears once. Texts that requests of
 * several samples share, such as the deck, appear once in a separate block, one per line.
 */
import type { PageTurn } from './page-data.ts';

/** CSS classes of the blocks. */
export const judgesBlock = 'tw-judges';
export const textsBlock = 'tw-texts';
export const sampleIndexBlock = 'tw-sample-index';
export const sampleBlock = 'tw-samples';

export interface PageJudge {
  /** The name that distinguishes the judge. */
  readonly name: string;
  /** The passing score. */
  readonly pass: number;
  /** The lowest and the highest score: of the scale, or of the given scores. */
  readonly scale: readonly [least: number, greatest: number];
  /** Distance between scores. 0: any number. */
  readonly step: number;
}

export interface SampleIndex {
  /** Every name in the rows, once. A row has the index of the name. */
  readonly names: readonly string[];
  readonly rows: readonly SampleRow[];
}

type SampleRow = readonly [id: string, turns: number, answers: readonly SampleAnswer[]];

/** The answer of one judge to a sample. */
export type SampleAnswer = readonly [
  /** Index in the list of judges. */
  judge: number,
  /** null: not scored by a person. */
  human: number | null,
  /** null: ungraded. */
  said: number | null,
  /** Why it is ungraded, as an index in `names`. -1: it is graded. */
  cause: number,
  /** Indexes in `names`. */
  tags: readonly number[],
];

export interface PageSample {
  /** The conversation. */
  readonly turns: readonly PageTurn[];
  /** In the order of the index. */
  readonly answers: readonly PageAnswer[];
  /** Texts that only the requests of this sample have. */
  readonly texts?: readonly string[];
}

export interface PageAnswer {
  /** The human reason. */
  readonly humanReason?: string;
  /** Each rating: rater, score, reason. */
  readonly ratings?: readonly (readonly [rater: string, score: number, reason: string])[];
  /** The judge's reason, or what went wrong. */
  readonly judgeReason?: string;
  /**
   * The request: role, and index of the text in `texts` of the sample. Negative indexes, from -1 down, refer to the
   * block of texts.
   */
  readonly request?: readonly (readonly [role: string, text: number])[];
  /** The reply. */
  readonly reply?: string;
  /** Metrics of the call. */
  readonly call?: string;
  /** Scores when the judge was asked again. */
  readonly again?: readonly (number | null)[];
  /** Scores under probes. */
  readonly probes?: readonly (readonly [probe: string, score: number | null])[];
}
