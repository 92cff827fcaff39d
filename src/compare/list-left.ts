import type { Comparison } from './comparison.ts';

/** Conversations that make no pair, by reason, in words. */
export function listLeft({ onlyA, onlyB, changed, undecided }: Comparison['left']): readonly string[] {
  return [
    ...(onlyA === 0 ? [] : [`${onlyA} only in A`]),
    ...(onlyB === 0 ? [] : [`${onlyB} only in B`]),
    ...(changed === 0 ? [] : [`${changed} ${changed === 1 ? 'was' : 'were'} asked something else`]),
    ...(undecided === 0 ? [] : [`${undecided} in error, ungraded or skipped on a side`]),
  ];
}
