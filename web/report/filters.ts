import { nameTurn } from '../../src/conversation/turn-number.ts';
import { type PageMark, pageMarks, pageStatuses, statusSigns } from '../../src/format/page-data.ts';
import type { FilterBarParts, FilterMaker } from '../page/filter-bar.ts';
import { type Choice, countChoices, fieldSelectOf, filterSelectOf, toChoices } from '../page/filter-select.ts';
import { filterTogglesOf } from '../page/filter-toggles.ts';
import type { CaseRow } from './page-cases.ts';
import { canOrder, type RowOrder, rowOrders } from './row-order.ts';
import { isFiltered, type ViewState } from './view-state.ts';

/** Filters by text, status, target, tag, grader, and first failing turn. */
export function filtersOf(rows: readonly CaseRow[]): FilterBarParts<ViewState> {
  return {
    label: 'Filter cases',
    searches: 'IDs, tags, messages and reasons',
    toggles: statusesOf(rows),
    selects: [targetsOf(rows), tagsOf(rows), gradersOf(rows), failuresOf(rows)],
    order: orderOf(rows),
    isFiltered,
  };
}

function statusesOf(rows: readonly CaseRow[]): FilterMaker<ViewState> {
  const counts = countChoices(rows, ({ status }) => [status]);
  const shown = pageStatuses.filter((status) => counts.has(status));
  return filterTogglesOf({
    label: 'Status',
    toggles: shown.map((name) => ({ name, count: counts.get(name) ?? 0, sign: statusSigns[name] })),
    read: ({ statuses }) => statuses,
    write: (state, statuses) => ({ ...state, statuses }),
  });
}

function targetsOf(rows: readonly CaseRow[]): FilterMaker<ViewState> {
  const choices = toChoices(countChoices(rows, ({ target }) => [target]));
  return fieldSelectOf('target', { title: 'Target', choices: choices.length > 1 ? choices : [], parse: String });
}

function tagsOf(rows: readonly CaseRow[]): FilterMaker<ViewState> {
  return fieldSelectOf('tag', {
    title: 'Tag',
    choices: toChoices(countChoices(rows, ({ tags }) => tags)),
    parse: String,
  });
}

function gradersOf(rows: readonly CaseRow[]): FilterMaker<ViewState> {
  return filterSelectOf({
    title: 'Grader',
    choices: listGraderChoices(rows),
    read: ({ grader }) => (grader === undefined ? undefined : `${grader.mark}:${grader.name}`),
    write: ({ grader: _, ...rest }, value) => {
      const mark = pageMarks.find((known) => value?.startsWith(`${known}:`));
      if (value === undefined || mark === undefined) return rest;
      return { ...rest, grader: { mark, name: value.slice(mark.length + 1) } };
    },
  });
}

function failuresOf(rows: readonly CaseRow[]): FilterMaker<ViewState> {
  const counts = countChoices(rows, ({ firstFailure }) => (firstFailure === undefined ? [] : [firstFailure]));
  return fieldSelectOf('firstFailure', {
    title: 'First failing turn',
    choices: toChoices(new Map([...counts].sort(([one], [other]) => one - other)), nameTurn),
    parse: Number,
  });
}

const orderLabels: Readonly<Record<RowOrder, string>> = {
  score: 'worst score first',
  time: 'slowest first',
  cost: 'most expensive first',
};

function orderOf(rows: readonly CaseRow[]): FilterMaker<ViewState> {
  const orders = rowOrders.filter((order) => canOrder(rows, order));
  return fieldSelectOf('order', {
    title: 'Sort',
    none: 'run order',
    choices: orders.map((order) => ({ value: order, label: `Sort: ${orderLabels[order]}` })),
    parse: (value) => rowOrders.find((known) => known === value),
  });
}

/** Failures first, because people look for them most often. */
function listGraderChoices(rows: readonly CaseRow[]): readonly Choice[] {
  const order: readonly PageMark[] = ['fail', 'ungraded', 'pass'];
  return order.flatMap((mark) => {
    const counts = countChoices(rows, ({ graders }) =>
      [...graders].flatMap(([name, said]) => (said === mark ? [name] : [])),
    );
    return [...counts].map(([name, count]) => ({
      value: `${mark}:${name}`,
      label: `${statusSigns[mark]} ${name}`,
      count,
    }));
  });
}
