import { renderNumberOf } from '../../base/number-of.ts';
import { renderSum, renderUsd } from '../amounts.ts';
import { toLine } from '../one-line.ts';
import type { PartialSum, RunMetrics, SimulatedMetrics, VariantMetrics } from '../run-metrics.ts';

/** What judges and simulated users did and cost besides the targets, and what their calls met. */
export function renderCallNotes({ variants, simulated }: RunMetrics): readonly string[] {
  const cached = variants.reduce((sum, row) => sum + row.cachedCalls, 0);
  const calls = variants.reduce((sum, row) => sum + row.calls, 0);
  return [
    ...(simulated === undefined ? [] : [renderSimulated(simulated)]),
    ...renderJudgeNote(variants),
    ...renderRateLimitNote(variants),
    ...(cached > 0 && cached < calls ? ['Latency excludes replies from the cache.'] : []),
  ];
}

/** Simulated users are reported separately: their failures are not the target's. */
function renderSimulated({ ends, costUsd }: SimulatedMetrics): string {
  const counts = Object.entries(ends).map(([end, count]) => `${end} ${count}`);
  const isFree = (costUsd.total ?? 0) === 0 && costUsd.unknownCalls === 0;
  const cost = isFree ? '' : ` The simulated user cost ${renderSum(costUsd, renderUsd)}.`;
  return `Simulated conversations ended by: ${counts.join(', ')}.${cost}`;
}

type LimitedMetrics = Pick<VariantMetrics, 'target' | 'rateLimited' | 'judgeRateLimited'>;

/** How often the rate was too high, and of whom: `Rate limits (429) refused 37 calls: bot 32, judges 5.` Nothing when none did. */
export function renderRateLimitNote(variants: readonly LimitedMetrics[]): readonly string[] {
  const refused = new Map<string, number>();
  const add = (name: string, count: number) => void (count > 0 && refused.set(name, (refused.get(name) ?? 0) + count));
  for (const { target, rateLimited = 0 } of variants) add(toLine(target), rateLimited);
  add(
    'judges',
    variants.reduce((sum, { judgeRateLimited = 0 }) => sum + judgeRateLimited, 0),
  );
  if (refused.size === 0) return [];
  const total = [...refused.values()].reduce((sum, count) => sum + count, 0);
  const parts = [...refused].map(([name, count]) => `${name} ${count.toLocaleString('en')}`);
  const calls = total === 1 ? '1 call' : `${total.toLocaleString('en')} calls`;
  return [`Rate limits (429) refused ${calls}: ${parts.join(', ')}. Set \`limits\` for the target to avoid waiting.`];
}

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

type CachedMetrics = Pick<VariantMetrics, 'calls' | 'cachedCalls' | 'judgeCalls' | 'judgeCachedCalls'>;

/** `45 of 45 replies came from the cache. Use --no-cache to ask again.` Undefined: none did. */
export function findCacheNote(variants: readonly CachedMetrics[]): string | undefined {
  return renderCacheNote([
    { noun: 'replies', of: sumCalls(variants, 'calls'), cached: sumCalls(variants, 'cachedCalls') },
    { noun: 'judge replies', of: sumCalls(variants, 'judgeCalls'), cached: sumCalls(variants, 'judgeCachedCalls') },
  ]);
}

interface CachedReplies {
  /** Plural: `replies`. */
  readonly noun: string;
  readonly of: number;
  readonly cached: number;
}

/** The one sentence that says what came from the cache, for every command that asks targets or judges. */
export function renderCacheNote(replies: readonly CachedReplies[]): string | undefined {
  const parts = replies.filter(({ cached }) => cached > 0).map(renderPart);
  return parts.length === 0 ? undefined : `${parts.join(' and ')} came from the cache. Use --no-cache to ask again.`;
}

function renderPart({ noun, of, cached }: CachedReplies): string {
  return `${cached.toLocaleString('en')} of ${of.toLocaleString('en')} ${noun}`;
}

function sumCalls(variants: readonly CachedMetrics[], key: keyof CachedMetrics): number {
  return variants.reduce((total, variant) => total + (variant[key] ?? 0), 0);
}
