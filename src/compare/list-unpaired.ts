import type { Comparison } from './comparison.ts';

/** Conversations that make no pair, by reason, in words. */
export function listUnpaired({ onlyA, onlyB, changed, noVerdict }: Comparison['unpaired']): readonly string[] {
  return [
    ...(onlyA === 0 ? [] : [`${onlyA} only in A`]),
    ...(onlyB === 0 ? [] : [`${onlyB} only in B`]),
    ...(changed === 0 ? [] : [`${changed} with a changed request`]),
    ...(noVerdict === 0 ? [] : [`${noVerdict} in error, ungraded or skipped in a run`]),
  ];
}
