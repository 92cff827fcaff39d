import type { PageJudge } from '../../src/format/calibration-page.ts';
import { toScoreText } from '../../src/format/score-text.ts';
import { button } from '../page/element.ts';
import type { FilterBarParts, FilterMaker } from '../page/filter-bar.ts';
import { countChoices, fieldSelectOf, toChoices } from '../page/filter-select.ts';
import { filterTogglesOf } from '../page/filter-toggles.ts';
import { answerKinds, isOfKind, kindHints, kindSigns, toAnswerKind } from './answer-kind.ts';
import { type AnswerOrder, answerOrders } from './answer-order.ts';
import type { AnswerRow, PageSamples } from './page-samples.ts';
import { isFiltered, type ScoreSpan, type ViewState } from './view-state.ts';

/** Filters by text, kind, judge, tag, and matrix cell. */
export function filtersOf({ rows, judges }: PageSamples): FilterBarParts<ViewState> {
  return {
    label: 'Filter samples',
    searches: 'IDs, tags, messages and reasons',
    toggles: kindsOf(rows, judges),
    selects: [judgesOf(rows, judges), tagsOf(rows), cellOf()],
    order: orderOf(),
    isFiltered,
  };
}

function kindsOf(rows: readonly AnswerRow[], judges: readonly PageJudge[]): FilterMaker<ViewState> {
  const counts = countChoices(rows, (row) => {
    const kind = toAnswerKind(row, judges[row.judge] ?? { pass: 0 });
    return answerKinds.filter((name) => isOfKind(kind, [name]));
  });
  const toggles = answerKinds.flatMap((name) => {
    const count = counts.get(name) ?? 0;
    return count === 0 ? [] : [{ name, count, sign: kindSigns[name], hint: kindHints[name] }];
  });
  return filterTogglesOf({
    label: 'Result',
    toggles,
    read: ({ kinds }) => kinds,
    write: (state, kinds) => ({ ...state, kinds }),
  });
}

function judgesOf(rows: readonly AnswerRow[], judges: readonly PageJudge[]): FilterMaker<ViewState> {
  const counts = countChoices(rows, ({ judge }) => [judge]);
  const choices = judges.map(({ name }, judge) => ({
    value: String(judge),
    label: name,
    count: counts.get(judge) ?? 0,
  }));
  return fieldSelectOf('judge', { title: 'Judge', choices: choices.length > 1 ? choices : [], parse: Number });
}

function tagsOf(rows: readonly AnswerRow[]): FilterMaker<ViewState> {
  return fieldSelectOf('tag', {
    title: 'Tag',
    choices: toChoices(countChoices(rows, ({ tags }) => tags)),
    parse: String,
  });
}

/** Shows the matrix cell that the list is filtered by. A click clears it. */
function cellOf(): FilterMaker<ViewState> {
  return (change) => {
    const host = button('', 'Clear cell filter', () => change(({ human: _, said: __, ...rest }) => rest));
    const show = ({ human, said }: ViewState) => {
      const words = [
        ...(human === undefined ? [] : [`people ${toWords(human)}`]),
        ...(said === undefined ? [] : [`judge ${toWords(said)}`]),
      ];
      host.hidden = words.length === 0;
      host.textContent = `${words.join(', ')} ✕`;
      host.setAttribute('aria-label', `Clear cell filter: ${words.join(', ')}`);
      host.setAttribute('aria-pressed', String(words.length > 0));
    };
    return { host, show };
  };
}

function toWords({ from, to }: ScoreSpan): string {
  return from === to ? toScoreText(from) : `${toScoreText(from)}…${toScoreText(to)}`;
}

const orderLabels: Readonly<Record<AnswerOrder, string>> = {
  kind: 'judge too lenient first',
  harsh: 'judge too harsh first',
  given: 'original order',
};

function orderOf(): FilterMaker<ViewState> {
  return fieldSelectOf('order', {
    title: 'Sort',
    none: 'worst first',
    choices: answerOrders.map((order) => ({ value: order, label: `Sort: ${orderLabels[order]}` })),
    parse: (value) => answerOrders.find((known) => known === value),
  });
}
