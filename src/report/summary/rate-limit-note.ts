import { toLine } from '../one-line.ts';
import type { VariantMetrics } from '../run-metrics.ts';

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
