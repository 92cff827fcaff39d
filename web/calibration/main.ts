import { ListPage } from '../page/list-page.ts';
import { startPage } from '../page/start-page.ts';
import { answerRowOf } from './answer-facts.ts';
import { orderAnswers } from './answer-order.ts';
import { answerOf } from './answer-view.ts';
import { filtersOf } from './filters.ts';
import { PageSamples, searchSamples } from './page-samples.ts';
import { listenToScatter, listFarthest } from './scatter-links.ts';
import { filterAnswers, parseAddress, plainState, toAddress } from './view-state.ts';

/** The list of samples, its filters and the open one. A sample has one row for each judge that scored it. */
startPage('samples', (section) => {
  const samples = new PageSamples(document);
  const { rows, judges } = samples;
  const ordered = orderAnswers(rows, judges);
  listFarthest(samples);
  listenToScatter(samples);
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
});
