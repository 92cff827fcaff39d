import { ListPage } from '../page/list-page.ts';
import { orderAnswers } from './answer-order.ts';
import { answerRowOf } from './answer-row.ts';
import { answerOf } from './answer-view.ts';
import { filterAnswers } from './filter-answers.ts';
import { filtersOf } from './filters.ts';
import type { AnswerRow, PageSamples } from './page-samples.ts';
import { searchSamples } from './search-samples.ts';
import { parseAddress, plainState, toAddress, type ViewState } from './view-state.ts';

/** The list of samples, its filters and the open one. A sample that several judges were asked about has a row for each. */
export function calibrationPageOf(section: HTMLElement, samples: PageSamples): ListPage<AnswerRow, ViewState> {
  const { rows, judges } = samples;
  const ordered = orderAnswers(rows, judges);
  return new ListPage(section, {
    noun: 'answer',
    rows,
    address: { plain: plainState, parse: parseAddress, write: toAddress },
    filters: filtersOf(samples),
    describe: answerRowOf(judges),
    choose: (state, hits) => filterAnswers(ordered(state.order), state, { judges, hits }),
    search: (needle) => searchSamples(samples, needle),
    viewOf: (row, actions) => answerOf(row, samples, actions),
  });
}
