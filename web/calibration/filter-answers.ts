import type { PageJudge } from '../../src/format/calibration-page.ts';
import { toNeedle } from '../page/search-lines.ts';
import { isOfKind, toAnswerKind } from './answer-kind.ts';
import type { AnswerRow } from './page-samples.ts';
import type { ScoreSpan, ViewState } from './view-state.ts';

/** The rows that fit everything that is chosen. `hits`: numbers of answers whose texts hold the text. */
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
