import type { PageJudge } from '../../src/format/calibration-page.ts';
import type { AnswerRow } from './page-samples.ts';

/** The filters of the list. A flip is also a disagreement. */
export const answerKinds = ['disagreements', 'flips', 'agreements', 'ungraded', 'unlabeled'] as const;
export type AnswerKind = (typeof answerKinds)[number];

type Scores = Pick<AnswerRow, 'human' | 'said'>;

/** The most specific kind that applies. */
export function toAnswerKind({ human, said }: Scores, { pass }: Pick<PageJudge, 'pass'>): AnswerKind {
  if (said === null) return 'ungraded';
  if (human === null) return 'unlabeled';
  if (human >= pass !== said >= pass) return 'flips';
  return human === said ? 'agreements' : 'disagreements';
}

export function isOfKind(kind: AnswerKind, chosen: readonly AnswerKind[]): boolean {
  return chosen.length === 0 || chosen.includes(kind) || (kind === 'flips' && chosen.includes('disagreements'));
}

/** Every kind has its own sign, so that it can be distinguished without color. */
export const kindSigns: Readonly<Record<AnswerKind, string>> = {
  disagreements: '≠',
  flips: '✗',
  agreements: '=',
  ungraded: '?',
  unlabeled: '–',
};

export const kindHints: Readonly<Record<AnswerKind, string>> = {
  disagreements: 'judge and people gave different scores',
  flips: 'pass vs. fail: the judge passes it and people fail it, or vice versa',
  agreements: 'judge and people gave the same score',
  ungraded: 'the judge gave no score',
  unlabeled: 'no human score to compare with',
};
