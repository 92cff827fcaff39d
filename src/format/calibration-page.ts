/*
 * The data of a calibration page: written by src/report/calibration/html, read by web/calibration. The page carries the
 * script that reads it. Turns are those of page-data.ts.
 *
 * Samples are in chunks of two blocks: a SampleIndex, read at once for the list, and an array of PageSample, one per line
 * in the same order. A conversation that several judges were asked about is there once. Texts of requests that
 * several samples share, such as the deck, are once in a block of their own, one per line.
 */
import type { PageTurn } from './page-data.ts';

/** Classes of the blocks. */
export const judgesBlock = 'tw-judges';
export const textsBlock = 'tw-texts';
export const sampleIndexBlock = 'tw-sample-index';
export const sampleBlock = 'tw-samples';

export interface PageJudge {
  /** What makes it different from the others. */
  readonly name: string;
  /** Score from which a reply passes. */
  readonly pass: number;
  /** The least and the greatest score there is: of the scale, or of those that were given. */
  readonly scale: readonly [least: number, greatest: number];
  /** Distance of scores; 0: any number. */
  readonly step: number;
}

export interface SampleIndex {
  /** Every name that the rows say, once; a row says its place here. */
  readonly names: readonly string[];
  readonly rows: readonly SampleRow[];
}

type SampleRow = readonly [id: string, turns: number, answers: readonly SampleAnswer[]];

/** The verdict of one judge on a sample. */
export type SampleAnswer = readonly [
  /** Place in the list of judges. */
  judge: number,
  /** null: not scored by a person. */
  human: number | null,
  /** null: ungraded. */
  said: number | null,
  /** Why it is ungraded, a place in `names`; -1: it is not. */
  cause: number,
  /** Places in `names`. */
  tags: readonly number[],
];

export interface PageSample {
  /** The conversation. */
  readonly turns: readonly PageTurn[];
  /** In the order of the index. */
  readonly answers: readonly PageAnswer[];
  /** Texts of its requests that no other sample has. */
  readonly texts?: readonly string[];
}

export interface PageAnswer {
  /** Why people scored it so. */
  readonly humanReason?: string;
  /** Each rating: rater, score, reason. */
  readonly ratings?: readonly (readonly [rater: string, score: number, reason: string])[];
  /** Why the judge did, or what went wrong. */
  readonly judgeReason?: string;
  /** The request: role, and the place of the text in `texts` of the sample; from -1 down, of the block of texts. */
  readonly request?: readonly (readonly [role: string, text: number])[];
  /** The reply. */
  readonly reply?: string;
  /** Metrics of the call. */
  readonly call?: string;
  /** What it said when it was asked again. */
  readonly again?: readonly (number | null)[];
  /** What it said under probes. */
  readonly probes?: readonly (readonly [probe: string, score: number | null])[];
}
