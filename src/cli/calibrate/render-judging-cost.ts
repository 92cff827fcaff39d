import { renderNumberOf } from '../../base/number-of.ts';
import type { JudgingCost } from '../../jobs/calibrate/execute.ts';
import { renderSum, renderUsd } from '../../report/amounts.ts';

/** `12 calls, 48 answers from the cache, 3 refused by a rate limit (429), $0.0017.` Nothing when no judge was asked. */
export function renderJudgingCost({ calls, cached, rateLimited, costUsd }: Omit<JudgingCost, 'answers'>): string {
  if (calls === 0 && cached === 0) return '';
  const parts = [
    renderNumberOf(calls, 'call'),
    ...(cached === 0 ? [] : [`${renderNumberOf(cached, 'answer')} from the cache`]),
    ...(rateLimited === 0 ? [] : [`${rateLimited.toLocaleString('en')} refused by a rate limit (429)`]),
    costUsd.total === null ? 'cost unknown' : renderSum(costUsd, renderUsd),
  ];
  return `${parts.join(', ')}.\n`;
}

/** For JSON: null where a price is not known. */
export function toCostUsd({ costUsd: { total, unknownCalls } }: Pick<JudgingCost, 'costUsd'>): number | null {
  return unknownCalls > 0 ? null : total;
}
