import type { CaseAnswer } from '../../contract/run-answer.ts';
import type { PlayedStatus } from '../../contract/run-query.ts';
import type { ConversationMark, RunStore } from '../../store/port.ts';
import { toCaseAnswer } from './to-case-answer.ts';

export interface CaseFilter {
  readonly status?: readonly PlayedStatus[] | undefined;
  readonly target?: string | undefined;
  readonly case?: string | undefined;
}

export interface CasePlace {
  readonly limit: number;
  /** Number of the last conversation of the page before. */
  readonly cursor?: number | undefined;
}

export interface CasesRequest {
  readonly run: string;
  /** Whose verdicts are shown, and whose status is asked for. */
  readonly grading: number;
  readonly filter: CaseFilter;
  readonly place: CasePlace;
}

type CaseStore = Pick<RunStore, 'marks' | 'findConversation'>;

/** A page of the conversations of a run. What does not fit is passed over without reading its messages. */
export async function listCases(
  store: CaseStore,
  { run, grading, filter, place }: CasesRequest,
): Promise<{ readonly cases: CaseAnswer[]; readonly cursor: number | null }> {
  const { limit, cursor = 0 } = place;
  const numbers: number[] = [];
  for await (const mark of store.marks(run, { after: cursor, grading })) {
    if (fits(mark, filter)) numbers.push(mark.number);
    // One more than is shown tells whether there are more.
    if (numbers.length > limit) break;
  }
  const shown = numbers.slice(0, limit);
  const cases: CaseAnswer[] = [];
  for (const number of shown) {
    const conversation = await store.findConversation(run, number, { grading });
    if (conversation !== undefined) cases.push(toCaseAnswer(run, conversation));
  }
  return { cases, cursor: numbers.length > limit ? (shown.at(-1) ?? null) : null };
}

function fits(mark: ConversationMark, filter: CaseFilter): boolean {
  return (
    (filter.target === undefined || mark.target === filter.target) &&
    (filter.case === undefined || mark.id === filter.case) &&
    (filter.status === undefined || filter.status.includes(mark.status ?? 'unfinished'))
  );
}
