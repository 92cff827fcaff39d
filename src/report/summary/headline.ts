import { noCounts, type RunCounts } from '../../conversation/run-record.ts';
import { renderOrdinal } from '../figures.ts';
import type { ColumnFigures, RunFigures } from '../run-figures.ts';

/** Targets that are named one by one; more of them are a list, not a sentence. */
const namedTargets = 4;

/** What came of the run, in one sentence: `careful passes 6 of 6; careless fails 3 of 6, first at the 2nd reply.` */
export function renderHeadline({ columns }: RunFigures, renderName: (target: string) => string): string {
  const targets = [...Map.groupBy(columns, ({ target }) => target)];
  if (targets.length === 0) return 'Nothing was played to its end.';
  if (targets.length > namedTargets) return renderMany(targets.map(([, list]) => sumCounts(list)));
  const parts = targets.map(([target, list]) => `${renderName(target)} ${renderTarget(list)}`);
  return `${parts.join('; ')}.`;
}

function renderTarget(columns: readonly ColumnFigures[]): string {
  const counts = sumCounts(columns);
  const { pass, fail } = counts;
  const rest = listRest(counts);
  if (pass + fail === 0) return `has no verdict: ${rest.join(', ')}`;
  const verdict = fail === 0 ? `passes ${pass} of ${pass}` : `fails ${fail} of ${pass + fail}${renderWhere(columns)}`;
  return [verdict, ...rest].join(', ');
}

function listRest({ error, ungraded, skipped }: RunCounts): readonly string[] {
  return [
    ...(error > 0 ? [`${error} in error`] : []),
    ...(ungraded > 0 ? [`${ungraded} ungraded`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
}

/** Where conversations of several replies fail first; nothing where there is but one place. */
function renderWhere(columns: readonly ColumnFigures[]): string {
  const long = columns.filter(({ byPosition }) => byPosition.some(({ reply }) => reply > 0));
  const byReply = sumLists(long.map(({ firstFailure }) => firstFailure.byReply));
  const fails = byReply.reduce((sum, count) => sum + count, 0);
  const most = Math.max(0, ...byReply);
  if (most === 0) return '';
  // Without a place where more than half fail, the earliest says most.
  const isClear = 2 * most > fails;
  const place = renderOrdinal(byReply.findIndex((count) => (isClear ? count === most : count > 0)));
  const how = most === fails ? 'first at' : isClear ? 'most often first at' : 'as early as';
  return `, ${how} the ${place} reply`;
}

function renderMany(targets: readonly RunCounts[]): string {
  const isGood = ({ pass, fail, error, ungraded }: RunCounts) => pass > 0 && fail + error + ungraded === 0;
  const good = targets.filter(isGood).length;
  const failing = targets.filter(({ fail }) => fail > 0).length;
  const open = targets.length - good - failing;
  const parts = [
    `${good} of ${targets.length} targets pass everything`,
    ...(failing > 0 ? [`${failing} fail`] : []),
    ...(open > 0 ? [`${open} could not be graded whole`] : []),
  ];
  return `${parts.join(', ')}.`;
}

export function sumCounts(columns: readonly Pick<ColumnFigures, 'counts'>[]): RunCounts {
  return columns.reduce<RunCounts>(
    (sum, { counts }) => ({
      pass: sum.pass + counts.pass,
      fail: sum.fail + counts.fail,
      error: sum.error + counts.error,
      ungraded: sum.ungraded + counts.ungraded,
      skipped: sum.skipped + counts.skipped,
    }),
    noCounts,
  );
}

function sumLists(lists: readonly (readonly number[])[]): readonly number[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, index) => lists.reduce((sum, list) => sum + (list[index] ?? 0), 0));
}
