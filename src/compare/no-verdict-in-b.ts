import { isDecided } from './decided-pairs.ts';
import type { CasePair } from './pair-cases.ts';

/**
 * Pairs that passed or failed in A, and are in error or ungraded in B. What a bound skipped is not among them: it was
 * never asked, which tells nothing about B.
 */
export function listNoVerdictInB(pairs: readonly CasePair[]): readonly CasePair[] {
  return pairs.filter(({ a, b }) => isDecided(a.status) && (b.status === 'error' || b.status === 'ungraded'));
}

export function isLostPass({ a }: CasePair): boolean {
  return a.status === 'pass';
}
