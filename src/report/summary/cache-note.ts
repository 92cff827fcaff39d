import type { VariantMetrics } from '../run-metrics.ts';

type CachedMetrics = Pick<VariantMetrics, 'calls' | 'cachedCalls' | 'judgeCalls' | 'judgeCachedCalls'>;

/** `45 of 45 replies came from the cache. Use --no-cache to ask again.` Undefined: none did. */
export function findCacheNote(variants: readonly CachedMetrics[]): string | undefined {
  return renderCacheNote([
    { noun: 'replies', of: sum(variants, 'calls'), cached: sum(variants, 'cachedCalls') },
    { noun: 'judge replies', of: sum(variants, 'judgeCalls'), cached: sum(variants, 'judgeCachedCalls') },
  ]);
}

export interface CachedReplies {
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

function sum(variants: readonly CachedMetrics[], key: keyof CachedMetrics): number {
  return variants.reduce((total, variant) => total + (variant[key] ?? 0), 0);
}
