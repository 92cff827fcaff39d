import type { Comparison } from './comparison.ts';

/** Conversations that make no pair, by reason, in words. */
export function listLeft({ onlyA, onlyB, changed, undecided }: Comparison['left']): readonly string[] {
  return [
    ...(onlyA === 0 ? [] : [`${onlyA} only in A`]),
    ...(onlyB === 0 ? [] : [`${onlyB} only in B`]),
    ...(changed === 0 ? [] : [`${changed} with a changed request`]),
    ...(undecided === 0 ? [] : [`${undecided} in error, ungraded or skipped in a run`]),
  ];
}
