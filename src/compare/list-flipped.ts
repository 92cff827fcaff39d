import type { FlippedCase } from './comparison.ts';
import type { CasePair } from './pair-cases.ts';

/** Pairs whose status is not the same in both runs: what B lost, then what it won, then the rest. */
export function listFlipped(pairs: readonly CasePair[]): readonly FlippedCase[] {
  return pairs
    .filter(({ a, b }) => a.status !== b.status)
    .sort((one, other) => toRank(one) - toRank(other))
    .map(({ a, b }) => ({
      id: b.id,
      eval: b.eval,
      repeat: b.repeat,
      tags: b.tags,
      a: { status: a.status, conversation: a.number },
      b: { status: b.status, conversation: b.number },
    }));
}

function toRank({ a, b }: CasePair): number {
  if (a.status === 'pass' && b.status === 'fail') return 0;
  return a.status === 'fail' && b.status === 'pass' ? 1 : 2;
}
