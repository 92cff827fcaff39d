import { nameTurn } from '../../src/conversation/turn-number.ts';
import { element, toShown } from '../page/element.ts';
import { markOf, meterOf } from '../page/marks.ts';
import type { CaseRow } from './page-cases.ts';
import { listOrderFacts, type RowOrder } from './row-order.ts';
import type { ViewState } from './view-state.ts';

/** A case in the list. `all`: every row. Facts that all rows have in common are left out. */
export function caseRowOf(all: readonly CaseRow[]): (row: CaseRow, state: ViewState) => readonly HTMLElement[] {
  const common = findCommon(all);
  return (row, { order }) => [
    markOf(row.status),
    element('span', { class: 'id', dir: 'auto' }, toShown(row.id)),
    ...(row.score === null ? [] : [element('span', { class: 'score' }, meterOf(row.score), row.score.toFixed(2))]),
    element('span', { class: 'about', dir: 'auto' }, toShown(listFacts(row, common, order).join(' · '))),
  ];
}

/** The facts in which this row differs from others. */
function listFacts(row: CaseRow, common: ReadonlySet<DistinctFact>, order: RowOrder | undefined): readonly string[] {
  const { repeat, tags, firstFailure } = row;
  return [
    ...listOrderFacts(row, order),
    ...(firstFailure === undefined ? [] : [`✗ ${nameTurn(firstFailure)}`]),
    ...distinctFacts.filter(([fact]) => !common.has(fact)).map(([fact, lead]) => `${lead}${row[fact]}`),
    ...(repeat > 0 ? [`repeat ${repeat + 1}`] : []),
    ...tags.map((tag) => `#${tag}`),
  ];
}

/** Facts that may differ between rows, each with a prefix if its value alone is ambiguous. */
const distinctFacts = [
  ['dataset', ''],
  ['target', ''],
  ['send', ''],
  ['play', 'play: '],
] as const;
type DistinctFact = (typeof distinctFacts)[number][0];

function findCommon(rows: readonly CaseRow[]): ReadonlySet<DistinctFact> {
  const [first] = rows;
  const facts = distinctFacts.map(([fact]) => fact);
  return new Set(facts.filter((fact) => rows.every((row) => row[fact] === first?.[fact])));
}
