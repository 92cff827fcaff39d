import { UngradedCause } from '../../conversation/verdict.ts';
import { quoteList } from '../../format/quote-argument.ts';
import { toLine } from '../one-line.ts';
import type { RunMetrics } from '../run-metrics.ts';

interface FixCommands {
  /** Prints what the judge was sent and replied. */
  readonly show: string;
  readonly grade: string;
}

/** What makes a case of this cause graded next time. */
const fixes: Readonly<Record<UngradedCause, string | ((commands: FixCommands) => string)>> = {
  'no-grader': 'Add an answer key, an outcome or graders.',
  'no-judge': 'Set a judge with --judge <target> or in the eval file.',
  unparseable: ({ show }) => `Ask for JSON in the deck. To read the judge's reply: ${show}`,
  'out-of-scale': 'State the scale in the deck.',
  refused: 'Reword the deck or use another judge.',
  'too-long': 'Set window in the deck, or use a judge with a larger context window.',
  'provider-error': ({ grade }) => `Re-grade the run: ${grade}`,
  timeout: ({ grade }) => `Raise the timeout, then re-grade the run: ${grade}`,
  'not-applicable': "Check the grader's `when` and its inputs: a reply, references or JSON.",
};

/** Each cause with the ids of its ungraded cases and what fixes them. */
export interface UngradedCases {
  readonly cause: string;
  readonly ids: readonly string[];
  readonly hasMore: boolean;
  readonly fix: string;
}

export function listUngradedCases(
  { run, causes }: Pick<RunMetrics, 'run' | 'causes'>,
  storeOption = '',
): readonly UngradedCases[] {
  const grade = `turnwise grade run:${run}${storeOption}`;
  return causes.flatMap(({ cause, cases = [], hasMoreCases = false }) => {
    const known = UngradedCause.safeParse(cause);
    if (cases.length === 0 || !known.success) return [];
    const show = `turnwise show run:${run} --case ${quoteList(cases.slice(0, 1))} --judge-calls${storeOption}`;
    const fix = fixes[known.data];
    return [{ cause, ids: cases, hasMore: hasMoreCases, fix: typeof fix === 'string' ? fix : fix({ show, grade }) }];
  });
}

/** One sentence with the ids, and one with the fix. */
export function renderUngradedCases(
  { cause, ids, hasMore, fix }: UngradedCases,
  write: { readonly id: (id: string) => string; readonly fix: (text: string) => string } = { id: toLine, fix: String },
): string {
  return `Ungraded (${cause}): ${ids.map(write.id).join(', ')}${hasMore ? ' and more' : ''}. ${write.fix(fix)}`;
}
