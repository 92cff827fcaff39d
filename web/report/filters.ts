import { nameTurn } from '../../src/conversation/turn-number.ts';
import { type PageMark, pageMarks, pageStatuses } from '../../src/format/page-data.ts';
import type { FilterBarParts } from '../page/filter-bar.ts';
import { type Choice, countChoices, toChoices } from '../page/filter-choices.ts';
import type { FilterMaker } from '../page/filter-part.ts';
import { filterSelectOf } from '../page/filter-select.ts';
import { filterTogglesOf } from '../page/filter-toggles.ts';
import { statusSigns } from '../page/marks.ts';
import type { CaseRow } from './page-cases.ts';
import { canOrder, type RowOrder, rowOrders } from './row-order.ts';
import { isFiltered, plainState, type ViewState } from './view-state.ts';

/** Cases are narrowed by a text, by status, and by one choice each of target, tag, grader and first failing turn. */
export function filtersOf(rows: readonly CaseRow[]): FilterBarParts<ViewState> {
  return {
    label: 'Filter cases',
    searches: 'IDs, tags, messages and reasons',
    toggles: statusesOf(rows),
    selects: [targetsOf(rows), tagsOf(rows), gradersOf(rows), failuresOf(rows)],
    order: orderOf(rows),
    isFiltered,
    toCleared: ({ open, order }) => ({
      ...plainState,
      ...(open === undefined ? {} : { open }),
      ...(order === undefined ? {} : { order }),
    }),
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
  return filterSelectOf({
    title: 'Target',
    choices: choices.length > 1 ? choices : [],
    read: ({ target }) => target,
    write: ({ target: _, ...rest }, value) => (value === undefined ? rest : { ...rest, target: value }),
  });
}

function tagsOf(rows: readonly CaseRow[]): FilterMaker<ViewState> {
  return filterSelectOf({
    title: 'Tag',
    choices: toChoices(countChoices(rows, ({ tags }) => tags)),
    read: ({ tag }) => tag,
    write: ({ tag: _, ...rest }, value) => (value === undefined ? rest : { ...rest, tag: value }),
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
  return filterSelectOf({
    title: 'First failing turn',
    choices: toChoices(new Map([...counts].sort(([one], [other]) => one - other)), nameTurn),
    read: ({ firstFailure }) => (firstFailure === undefined ? undefined : String(firstFailure)),
    write: ({ firstFailure: _, ...rest }, value) =>
      value === undefined ? rest : { ...rest, firstFailure: Number(value) },
  });
}

const orderLabels: Readonly<Record<RowOrder, string>> = {
  score: 'worst score first',
  time: 'slowest first',
  cost: 'most expensive first',
};

function orderOf(rows: readonly CaseRow[]): FilterMaker<ViewState> {
  const orders = rowOrders.filter((order) => canOrder(rows, order));
  return filterSelectOf({
    title: 'Sort',
    none: 'run order',
    choices: orders.map((order) => ({ value: order, label: `Sort: ${orderLabels[order]}` })),
    read: ({ order }) => order,
    write: ({ order: _, ...rest }, value) => {
      const order = rowOrders.find((known) => known === value);
      return order === undefined ? rest : { ...rest, order };
    },
  });
}

/** Failures first: they are what is looked for. */
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
