import { ListPage } from '../page/list-page.ts';
import { caseRowOf } from './case-row.ts';
import { filterRows } from './filter-rows.ts';
import { filtersOf } from './filters.ts';
import type { CaseRow, PageCases } from './page-cases.ts';
import { orderRows } from './row-order.ts';
import { searchMessages } from './search-messages.ts';
import { transcriptOf } from './transcript-view.ts';
import { parseAddress, plainState, toAddress, type ViewState } from './view-state.ts';

/** The list of cases, its filters and the open case. */
export function reportPageOf(section: HTMLElement, cases: PageCases): ListPage<CaseRow, ViewState> {
  const { rows } = cases;
  return new ListPage(section, {
    noun: 'case',
    rows,
    address: { plain: plainState, parse: parseAddress, write: toAddress },
    filters: filtersOf(rows),
    describe: caseRowOf(rows),
    choose: (state, hits) => orderRows(filterRows(rows, state, hits), state.order),
    search: (needle) => searchMessages(cases, needle),
    viewOf: (row, actions) => transcriptOf(row, cases.read(row), actions),
  });
}
