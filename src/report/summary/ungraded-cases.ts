import { UngradedCause } from '../../conversation/verdict.ts';
import { toLine } from '../one-line.ts';
import type { RunMetrics } from '../run-metrics.ts';

/** What makes a case of this cause graded next time. */
const fixes: Readonly<Record<UngradedCause, string>> = {
  'no-grader': 'Add an answer key, an outcome or graders.',
  'no-judge': 'Set a judge with --judge <target> or in the eval file.',
  unparseable: "To read the judge's reply, use turnwise show --judge-calls. Then ask for JSON in the deck.",
  'out-of-scale': 'State the scale in the text of the deck.',
  refused: 'Reword the deck or use another judge.',
  'too-long': 'Set window in the deck, or use a judge with a larger context window.',
  'provider-error': 'Re-grade the run with turnwise grade.',
  timeout: 'Raise the timeout, or re-grade the run with turnwise grade.',
  'not-applicable': 'Check `when` of the grader and what it needs: a reply, references or JSON.',
};

/** Each cause with the ids of its ungraded cases and what fixes them. */
export interface UngradedCases {
  readonly cause: string;
  readonly ids: readonly string[];
  readonly hasMore: boolean;
  readonly fix: string;
}

export function listUngradedCases({ causes }: Pick<RunMetrics, 'causes'>): readonly UngradedCases[] {
  return causes.flatMap(({ cause, cases = [], hasMoreCases = false }) => {
    const known = UngradedCause.safeParse(cause);
    if (cases.length === 0 || !known.success) return [];
    return [{ cause, ids: cases, hasMore: hasMoreCases, fix: fixes[known.data] }];
  });
}

/** One sentence with the ids, and one with the fix. */
export function renderUngradedCases(
  { cause, ids, hasMore, fix }: UngradedCases,
  write: { readonly id: (id: string) => string; readonly fix: (text: string) => string } = { id: toLine, fix: String },
): string {
  return `Ungraded (${cause}): ${ids.map(write.id).join(', ')}${hasMore ? ' and more' : ''}. ${write.fix(fix)}`;
}
