import { toWholePercent } from '../base/percent.ts';
import type { Estimate } from '../statistics/estimate.ts';
import type { ProbeResult } from './calibration.ts';

export interface CaveatInput {
  readonly probes: readonly ProbeResult[];
  /** The deck shows it the last turn alone, so there is no history that it could have read. */
  readonly seesTurnOnly?: boolean;
}

/**
 * What people have to know of a judge beside its metrics, in clauses that follow "trusted, but". They do not decide the
 * gate: metrics alone do.
 *
 * @example listCaveats({ probes })  // ['it obeys instructions in the conversation (16 of 16 samples)']
 */
export function listCaveats({ probes, seesTurnOnly = false }: CaveatInput): readonly string[] {
  return probes.flatMap(({ variant, finding, changed, obeyed }) => {
    if (finding === 'steered' && obeyed !== undefined) {
      return [`it obeys instructions in the conversation (${toHits(obeyed)} samples)`];
    }
    if (variant !== 'last-turn' || finding !== 'unmoved' || seesTurnOnly) return [];
    const most = changed.high === null ? '' : `, at most ${toWholePercent(changed.high)}%`;
    return [`it may ignore the history (${toHits(changed)} scores changed without it${most})`];
  });
}

function toHits({ value, n }: Estimate): string {
  return `${Math.round((value ?? 0) * n)} of ${n}`;
}
