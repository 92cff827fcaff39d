import { toNeedle } from '../page/search-lines.ts';
import type { CaseRow } from './page-cases.ts';
import type { ViewState } from './view-state.ts';

/** The rows that fit everything that is chosen. `hits`: numbers of cases whose messages hold the text. */
export function filterRows(rows: readonly CaseRow[], state: ViewState, hits: ReadonlySet<number>): readonly CaseRow[] {
  const needle = toNeedle(state.text);
  return rows.filter((row) => fits(row, state) && (needle === '' || hits.has(row.number) || isNamed(row, needle)));
}

function fits(row: CaseRow, { statuses, target, tag, grader, firstFailure }: ViewState): boolean {
  return (
    (statuses.length === 0 || statuses.includes(row.status)) &&
    (target === undefined || row.target === target) &&
    (tag === undefined || row.tags.includes(tag)) &&
    (grader === undefined || row.graders.get(grader.name) === grader.mark) &&
    (firstFailure === undefined || row.firstFailure === firstFailure)
  );
}

function isNamed({ id, dataset, target, tags }: CaseRow, needle: string): boolean {
  return [id, dataset, target, ...tags].some((name) => name.toLowerCase().includes(needle));
}
