import { definedOnly } from '../../src/base/defined-only.ts';
import type { PageJudge } from '../../src/format/calibration-page.ts';
import { toNeedle } from '../page/search-lines.ts';
import { findWhole, readAddress, writeAddress } from '../page/view-address.ts';
import { type AnswerKind, answerKinds, isOfKind, toAnswerKind } from './answer-kind.ts';
import { type AnswerOrder, answerOrders } from './answer-order.ts';
import type { AnswerRow } from './page-samples.ts';

/** A range of scores, both ends included. */
export interface ScoreSpan {
  readonly from: number;
  readonly to: number;
}

/** The filters and the open answer. The address contains all of it, so that a link shows the same view. */
export interface ViewState {
  readonly text: string;
  /** Empty: all kinds. */
  readonly kinds: readonly AnswerKind[];
  /** Index in the list of judges. */
  readonly judge?: number;
  readonly tag?: string;
  /** The human scores: a row of the matrix. */
  readonly human?: ScoreSpan;
  /** The judge scores: a column of the matrix. */
  readonly said?: ScoreSpan;
  /** Absent: worst first. */
  readonly order?: AnswerOrder;
  /** Number of the open answer. */
  readonly open?: number;
}

export const plainState: ViewState = { text: '', kinds: [] };

/** The view that an address names. Undefined for a plain anchor. Values that are not valid are ignored. */
export function parseAddress(hash: string): ViewState | undefined {
  const query = readAddress(hash);
  if (query === undefined) return undefined;
  return {
    text: query.get('q') ?? '',
    kinds: answerKinds.filter((kind) => query.get('kinds')?.split(',').includes(kind)),
    ...definedOnly({
      judge: findWhole(query.get('judge')),
      tag: query.get('tag') ?? undefined,
      human: toSpan(query.get('human')),
      said: toSpan(query.get('said')),
      order: answerOrders.find((known) => known === query.get('order')),
      open: findWhole(query.get('sample')),
    }),
  };
}

export function toAddress({ text, kinds, judge, tag, human, said, order, open }: ViewState): string {
  const query = {
    q: text || undefined,
    kinds: kinds.join(',') || undefined,
    judge,
    tag,
    human: human && writeSpan(human),
    said: said && writeSpan(said),
    order,
    sample: open,
  };
  return writeAddress(query, '#samples');
}

/** Whether any row is filtered out. */
export function isFiltered({ text, kinds, judge, tag, human, said }: ViewState): boolean {
  return text.trim() !== '' || kinds.length > 0 || [judge, tag, human, said].some((part) => part !== undefined);
}

/** Parses `2` or `1..3`. */
function toSpan(text: string | null): ScoreSpan | undefined {
  const [from, to, ...rest] = (text ?? '').split('..').map(toScore);
  if (from === undefined || rest.length > 0 || (text?.includes('..') && to === undefined)) return undefined;
  return { from, to: to ?? from };
}

function toScore(text: string): number | undefined {
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

function writeSpan({ from, to }: ScoreSpan): string {
  return from === to ? String(from) : `${from}..${to}`;
}

/** The rows that pass all filters. `hits`: numbers of the answers whose texts contain the search text. */
export function filterAnswers(
  rows: readonly AnswerRow[],
  state: ViewState,
  { judges, hits }: { readonly judges: readonly PageJudge[]; readonly hits: ReadonlySet<number> },
): readonly AnswerRow[] {
  const needle = toNeedle(state.text);
  return rows.filter(
    (row) =>
      fits(row, state) &&
      isOfKind(toAnswerKind(row, judges[row.judge] ?? { pass: 0 }), state.kinds) &&
      (needle === '' || hits.has(row.number) || isNamed(row, needle)),
  );
}

function fits(row: AnswerRow, { judge, tag, human, said }: ViewState): boolean {
  return (
    (judge === undefined || row.judge === judge) &&
    (tag === undefined || row.tags.includes(tag)) &&
    (human === undefined || isWithin(row.human, human)) &&
    (said === undefined || isWithin(row.said, said))
  );
}

/** Steps such as 0.1 have no exact binary form. */
const tolerance = 1e-9;

function isWithin(score: number | null, { from, to }: ScoreSpan): boolean {
  return score !== null && score >= from - tolerance && score <= to + tolerance;
}

function isNamed({ id, tags }: AnswerRow, needle: string): boolean {
  return [id, ...tags].some((name) => name.toLowerCase().includes(needle));
}
