import type { Label } from '../../../../../../src/conversation/label.ts';
import type { PendingLabel } from '../../../../data/pending-labels/pending-label.ts';

/** What is scored: a turn or with `null` the whole, and by which question. */
export interface LabelPlace {
  readonly turnIndex: number | null;
  readonly question: string;
}

/** The labels of one place, as one person sees them. */
export interface LabelView {
  /** Mine that is on its way. */
  readonly pending: PendingLabel | undefined;
  /** Mine, newest first. Only the first counts; the others are what I said before. */
  readonly mine: readonly Label[];
  /** The newest of each other person, newest first. */
  readonly others: readonly Label[];
}

export interface LabelSources {
  /** In the order they were given. */
  readonly labels: readonly Label[];
  readonly pending: readonly PendingLabel[];
  readonly me: string | undefined;
}

export function toLabelView({ labels, pending, me }: LabelSources, place: LabelPlace): LabelView {
  const here = labels.filter((label) => isAt(label, place)).toReversed();
  const newest = new Map<string, Label>();
  for (const label of here) if (!newest.has(label.rater)) newest.set(label.rater, label);
  return {
    pending: pending.findLast(({ label }) => label.turnIndex === place.turnIndex && label.question === place.question),
    mine: here.filter(({ rater }) => rater === me),
    others: [...newest.values()].filter(({ rater }) => rater !== me),
  };
}

function isAt({ subject, question }: Label, place: LabelPlace): boolean {
  return 'turnIndex' in subject && subject.turnIndex === place.turnIndex && question === place.question;
}

/** The revision that a label was given on. */
export function findRevision({ subject }: Label): number | undefined {
  return 'revision' in subject ? subject.revision : undefined;
}
