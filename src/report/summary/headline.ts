import { renderNumberOf } from '../../base/number-of.ts';
import { noCounts, type RunCounts } from '../../conversation/run/run-record.ts';
import { nameTurn } from '../../conversation/turn-number.ts';
import type { RunMetrics, VariantMetrics } from '../run-metrics.ts';
import type { RunSummary } from '../run-summary.ts';
import { findCacheNote } from './call-notes.ts';

/** Targets that are named one by one; more of them are a list, not a sentence. */
const namedTargets = 4;

/**
 * The result of the run, one sentence per target: `careful passes 6 of 6. careless fails 3 of 6, first at turn 4.`
 * Replies from the cache are reported here, where you cannot overlook them: they are not what the target answers now.
 */
export function renderHeadline(
  { variants }: RunMetrics,
  renderName: (target: string) => string,
  { unfinished = 0 }: Pick<RunSummary, 'unfinished'> = {},
): string {
  const cached = findCacheNote(variants);
  return `${renderOutcome(variants, renderName, unfinished)}${cached === undefined ? '' : ` ${cached}`}`;
}

/** Which targets have not been played to the end is known only where there is one. */
function renderOutcome(
  variants: readonly VariantMetrics[],
  renderName: (target: string) => string,
  unfinished: number,
): string {
  const targets = [...Map.groupBy(variants, ({ target }) => target)];
  if (targets.length === 0) return 'No conversation was completed.';
  const [only] = targets;
  if (only !== undefined && targets.length === 1) return `${renderName(only[0])} ${renderTarget(only[1], unfinished)}.`;
  const outcome =
    targets.length > namedTargets
      ? renderMany(targets.map(([, list]) => sumCounts(list)))
      : targets.map(([target, list]) => `${renderName(target)} ${renderTarget(list)}.`).join(' ');
  if (unfinished === 0) return outcome;
  return `${outcome} ${renderNumberOf(unfinished, 'conversation')} ${unfinished === 1 ? 'is' : 'are'} not finished.`;
}

function renderTarget(variants: readonly VariantMetrics[], unfinished = 0): string {
  const counts = sumCounts(variants);
  const { pass, fail, error, ungraded, skipped } = counts;
  if (pass + fail === 0) {
    const errors = error === 1 ? 'error' : 'errors';
    const open = Object.entries({ [errors]: error, ungraded, skipped, 'not finished': unfinished }).filter(
      ([, count]) => count > 0,
    );
    return `has no verdicts: ${open.map(([what, count]) => `${count} ${what}`).join(', ')}`;
  }
  const rest = renderRest(counts, unfinished);
  if (fail === 0) return `passes ${pass} of ${pass}${rest}`;
  const where = findWhere(variants);
  const place = where === undefined ? '' : rest === '' ? `, ${where.how}` : `. First failures ${where.at}`;
  return `fails ${fail} of ${pass + fail}${rest}${place}`;
}

/** What is in no rate: `, and 1 more ended in error`. */
function renderRest({ error, ungraded, skipped }: RunCounts, unfinished: number): string {
  const parts = [
    ...(error > 0 ? [{ count: error, what: 'ended in error' }] : []),
    ...(ungraded > 0 ? [{ count: ungraded, what: `${ungraded === 1 ? 'is' : 'are'} ungraded` }] : []),
    ...(skipped > 0 ? [{ count: skipped, what: `${skipped === 1 ? 'was' : 'were'} skipped` }] : []),
    ...(unfinished > 0 ? [{ count: unfinished, what: `${unfinished === 1 ? 'is' : 'are'} not finished` }] : []),
  ];
  return parts
    .map(({ count, what }, index) => {
      const and = index === parts.length - 1 ? 'and ' : '';
      return `, ${and}${count} ${index === 0 ? 'more ' : ''}${what}`;
    })
    .join('');
}

/** Where conversations of several replies fail first; undefined where most have but one reply. */
function findWhere(variants: readonly VariantMetrics[]): { readonly how: string; readonly at: string } | undefined {
  const byTurn = sumTurns(variants.filter(hasSeveralReplies));
  const fails = byTurn.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(0, ...byTurn.map(({ count }) => count));
  if (most === 0) return undefined;
  // Without a place where more than half fail, the earliest says most.
  const isClear = 2 * most > fails;
  const place = nameTurn(byTurn.find(({ count }) => (isClear ? count === most : count > 0))?.turnIndex ?? 0);
  if (most === fails) return { how: `first at ${place}`, at: `at ${place}` };
  return isClear
    ? { how: `usually first at ${place}`, at: `usually at ${place}` }
    : { how: `as early as ${place}`, at: `as early as ${place}` };
}

/** Half of the conversations or more continue after their first reply. */
function hasSeveralReplies({ byPosition }: VariantMetrics): boolean {
  const ends = byPosition.filter(({ replyIndex }) => replyIndex === 0).map(({ normalizedScore }) => normalizedScore.n);
  const goesOn = byPosition.filter(({ replyIndex }) => replyIndex > 0).map(({ normalizedScore }) => normalizedScore.n);
  return goesOn.length > 0 && 2 * Math.max(...goesOn) >= Math.max(0, ...ends);
}

function renderMany(targets: readonly RunCounts[]): string {
  const isGood = ({ pass, fail, error, ungraded, skipped }: RunCounts) => {
    return pass > 0 && fail + error + ungraded + skipped === 0;
  };
  const good = targets.filter(isGood).length;
  const failing = targets.filter(({ fail }) => fail > 0).length;
  const open = targets.length - good - failing;
  const skipped = targets.reduce((sum, counts) => sum + counts.skipped, 0);
  const left =
    skipped === 0 ? '' : ` ${renderNumberOf(skipped, 'conversation')} ${skipped === 1 ? 'was' : 'were'} skipped.`;
  const parts = [
    `${good} of ${targets.length} targets pass everything`,
    ...(failing > 0 ? [`${failing} fail`] : []),
    ...(open > 0 ? [`${open} could not be fully graded`] : []),
  ];
  return `${parts.join(', ')}.${left}`;
}

export function sumCounts(variants: readonly Pick<VariantMetrics, 'counts'>[]): RunCounts {
  return variants.reduce<RunCounts>(
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

/** First failures of all variants, by turn. */
function sumTurns(variants: readonly VariantMetrics[]): VariantMetrics['firstFailure']['byTurn'] {
  const counts = new Map<number, number>();
  for (const { turnIndex, count } of variants.flatMap(({ firstFailure }) => firstFailure.byTurn)) {
    counts.set(turnIndex, (counts.get(turnIndex) ?? 0) + count);
  }
  const byTurn = [...counts].map(([turnIndex, count]) => ({ turnIndex, count }));
  return byTurn.sort((one, other) => one.turnIndex - other.turnIndex);
}
