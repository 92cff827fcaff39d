import { lateNote } from '../../src/format/page-data.ts';
import { ListPage } from '../page/list-page.ts';
import { startPage } from '../page/start-page.ts';
import { caseRowOf } from './case-row.ts';
import { filtersOf } from './filters.ts';
import { PageCases, searchMessages } from './page-cases.ts';
import { orderRows } from './row-order.ts';
import { transcriptOf } from './transcript-view.ts';
import { filterRows, parseAddress, plainState, toAddress } from './view-state.ts';

/** The list of cases, its filters and the open case. */
startPage('cases', (section) => {
  const cases = new PageCases(document);
  const { rows } = cases;
  const nav = document.querySelector('.top nav');
  for (const note of [...document.getElementsByClassName(lateNote)]) nav?.before(note);
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
});
