import type { ColumnMetrics } from '../run-metrics.ts';

type CachedMetrics = Pick<ColumnMetrics, 'calls' | 'cachedCalls' | 'judgeCalls' | 'judgeCachedCalls'>;

/** `45 of 45 replies came from the cache. Use --no-cache to ask again.` Undefined: none did. */
export function findCacheNote(columns: readonly CachedMetrics[]): string | undefined {
  return renderCacheNote([
    { noun: 'replies', of: sum(columns, 'calls'), cached: sum(columns, 'cachedCalls') },
    { noun: 'judge replies', of: sum(columns, 'judgeCalls'), cached: sum(columns, 'judgeCachedCalls') },
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

function sum(columns: readonly CachedMetrics[], key: keyof CachedMetrics): number {
  return columns.reduce((total, column) => total + (column[key] ?? 0), 0);
}
