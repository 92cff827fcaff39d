import { nameTurn } from '../../conversation/turn-number.ts';
import { renderEstimate } from '../../statistics/render-estimate.ts';
import type { Palette } from '../palette.ts';
import { nameVariant } from '../render-case-list.ts';
import { renderTable } from '../render-table.ts';
import { nameReplies } from '../reply-names.ts';
import type { RunMetrics, VariantMetrics } from '../run-metrics.ts';

const shownTurns = 3;
const shownPlaces = 10;

/**
 * At which turn conversations fail first, and how many recover: a line for each variant of several replies. Where a
 * single one failed, the headline has said so, and what is left to tell is whether it recovered.
 */
export function renderFirstFails({ variants }: RunMetrics): readonly string[] {
  return variants.flatMap((variant) => {
    const { byTurn, recoveryRate: recovered } = variant.firstFailure;
    const hasTurns = variant.byPosition.some(({ replyIndex }) => replyIndex > 0);
    const fails = byTurn.reduce((sum, { count }) => sum + count, 0);
    if (fails === 0 || !hasTurns || (fails === 1 && recovered.n === 0)) return [];
    const name = variants.length === 1 ? '' : ` of ${nameVariant(variant, variants)}`;
    if (fails === 1) return [renderOnlyFail(variant, variants)];
    const after = recovered.n === 0 ? '' : ` Recovered later: ${renderEstimate(recovered, { unit: 'percent' })}.`;
    return [`First failures${name}: ${renderPlaces(variant)}.${after}`];
  });
}

function renderOnlyFail(variant: VariantMetrics, variants: readonly VariantMetrics[]): string {
  const after = variant.firstFailure.recoveryRate.value === 1 ? 'recovered' : 'did not recover';
  return variants.length === 1
    ? `The failed conversation ${after}.`
    : `${nameVariant(variant, variants)}: the failed conversation ${after}.`;
}

function renderPlaces({ firstFailure: { byTurn } }: VariantMetrics): string {
  const places = byTurn.toSorted((one, other) => other.count - one.count || one.turnIndex - other.turnIndex);
  const shown = places.slice(0, shownTurns).map(({ count, turnIndex }) => `${count} at ${nameTurn(turnIndex)}`);
  const rest = places.slice(shownTurns).reduce((sum, { count }) => sum + count, 0);
  return [...shown, ...(rest > 0 ? [`${rest} at other turns`] : [])].join(', ');
}

/**
 * The same turns with the reference history (every-turn) and with the target's own history (script). What passes in the
 * first and fails in the second is error propagation, not a lack of skill. Only for targets that fail at all.
 */
export function renderPropagation({ variants, propagation }: RunMetrics, palette: Palette): readonly string[] {
  const names = nameReplies(variants);
  const failing = new Set(variants.filter(({ counts }) => counts.fail > 0).map(({ target }) => target));
  const shown = propagation.filter(({ target }) => failing.has(target));
  const rows = shown.flatMap(({ target, send, byReply }) =>
    byReply.map(({ replyIndex, everyTurn, script, gap }) => [
      nameVariant(
        { target, send, play: 'script' },
        variants.map((variant) => ({ ...variant, play: 'script' as const })),
      ),
      names.findNumber(replyIndex) ?? '',
      renderEstimate(everyTurn, { unit: 'percent' }),
      renderEstimate(script, { unit: 'percent' }),
      renderEstimate(gap, { unit: 'points', basis: '' }),
    ]),
  );
  if (rows.length === 0) return [];
  const heads = ['target', names.what, 'with reference history', 'with its own history', 'error propagation'];
  const table = renderTable(
    heads.map((head) => ({ head })),
    rows.slice(0, shownPlaces),
  );
  const rest = rows.length - shownPlaces;
  return [palette.dim(table.head), ...table.lines, ...(rest > 0 ? [palette.dim(`… ${rest} more: --html <file>`)] : [])];
}
