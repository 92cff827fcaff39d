import { type EditStep, findEditScript } from './edit-script.ts';

/** Lists of people are short; beyond this they are told as two. */
const mostEdits = 400;

/** What became of a list of words, in order: joined as in `diffWords`. */
export function diffList(before: readonly string[], after: readonly string[]): readonly EditStep[] {
  const steps = findEditScript({ before, after }, mostEdits);
  if (steps !== undefined) return steps;
  return [
    ...before.map((value) => ({ kind: 'removed' as const, value })),
    ...after.map((value) => ({ kind: 'added' as const, value })),
  ];
}
