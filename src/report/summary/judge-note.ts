import { renderNumberOf } from '../../base/number-of.ts';
import { renderSum, renderUsd } from '../metrics.ts';
import type { PartialSum, VariantMetrics } from '../run-metrics.ts';

type JudgedMetrics = Pick<VariantMetrics, 'judgeCalls' | 'judgeCachedCalls' | 'judgeCostUsd'>;

/** What judges cost besides the targets: `Judges: 18 calls, $0.02.` Nothing when none was asked. */
export function renderJudgeNote(variants: readonly JudgedMetrics[]): readonly string[] {
  const calls = sum(variants.map(({ judgeCalls = 0 }) => judgeCalls));
  if (calls === 0) return [];
  const cached = sum(variants.map(({ judgeCachedCalls = 0 }) => judgeCachedCalls));
  const parts = [
    renderNumberOf(calls, 'call'),
    ...(cached === 0 ? [] : [`${cached === calls ? 'all' : `${cached.toLocaleString('en')} of them`} from the cache`]),
    renderJudgeCost(sumParts(variants.flatMap(({ judgeCostUsd }) => judgeCostUsd ?? []))),
  ];
  return [`Judges: ${parts.join(', ')}.`];
}

function renderJudgeCost(cost: PartialSum): string {
  return cost.total === null ? 'cost unknown' : renderSum(cost, renderUsd);
}

function sumParts(parts: readonly PartialSum[]): PartialSum {
  const known = parts.flatMap((part) => part.total ?? []);
  const unknownCalls = sum(parts.map((part) => part.unknownCalls));
  return { total: known.length === 0 ? null : sum(known), unknownCalls };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
