import { definedOnly } from '../../src/base/defined-only.ts';
import { type PageMark, type PageStatus, pageMarks, pageStatuses } from '../../src/format/page-data.ts';
import { toNeedle } from '../page/search-lines.ts';
import { findWhole, readAddress, writeAddress } from '../page/view-address.ts';
import type { CaseRow } from './page-cases.ts';
import { type RowOrder, rowOrders } from './row-order.ts';

/** The filters and the open case. The address contains all of it, so that a link shows the same view. */
export interface ViewState {
  readonly text: string;
  /** Empty: all statuses. */
  readonly statuses: readonly PageStatus[];
  readonly target?: string;
  readonly tag?: string;
  readonly grader?: { readonly mark: PageMark; readonly name: string };
  /** Index of the first turn that failed. */
  readonly firstFailure?: number;
  /** Absent: the order of the run. */
  readonly order?: RowOrder;
  /** Number of the open case. */
  readonly open?: number;
}

export const plainState: ViewState = { text: '', statuses: [] };

/** The view that an address names. Undefined for a plain anchor. Values that are not valid are ignored. */
export function parseAddress(hash: string): ViewState | undefined {
  const query = readAddress(hash);
  if (query === undefined) return undefined;
  return {
    text: query.get('q') ?? '',
    statuses: pageStatuses.filter((status) => query.get('status')?.split(',').includes(status)),
    ...definedOnly({
      target: query.get('target') ?? undefined,
      tag: query.get('tag') ?? undefined,
      grader: parseGrader(query.get('grader')),
      firstFailure: findWhole(query.get('fails')),
      order: rowOrders.find((known) => known === query.get('order')),
      open: findWhole(query.get('case')),
    }),
  };
}

export function toAddress({ text, statuses, target, tag, grader, firstFailure, order, open }: ViewState): string {
  const query = {
    q: text || undefined,
    status: statuses.join(',') || undefined,
    target,
    tag,
    grader: grader && `${grader.mark}:${grader.name}`,
    fails: firstFailure,
    order,
    case: open,
  };
  return writeAddress(query, '#cases');
}

/** Whether any row is filtered out. */
export function isFiltered(state: ViewState): boolean {
  const { text, statuses, target, tag, grader, firstFailure } = state;
  return (
    text.trim() !== '' || statuses.length > 0 || [target, tag, grader, firstFailure].some((part) => part !== undefined)
  );
}

function parseGrader(text: string | null): ViewState['grader'] {
  const colon = text?.indexOf(':') ?? -1;
  const mark = pageMarks.find((known) => known === text?.slice(0, colon));
  return text === null || mark === undefined ? undefined : { mark, name: text.slice(colon + 1) };
}

/** The rows that pass all filters. `hits`: numbers of the cases whose messages contain the search text. */
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
