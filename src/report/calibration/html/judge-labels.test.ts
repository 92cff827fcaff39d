import { describe, expect, it } from 'vitest';
import { toJudgeLabels } from './judge-labels.ts';

describe('judges are called', () => {
  it.each([
    ['by deck and target where there is one', ['t/x'], ['t · x']],
    ['by their targets where the deck is the same', ['t/x', 't/y'], ['x', 'y']],
    ['by their decks where the target is the same', ['t/x', 'u/x'], ['t', 'u']],
    ['by both where both differ', ['t/x', 'u/y'], ['t · x', 'u · y']],
  ])('%s', (_, given, labels) => {
    const judges = given.map((name) => ({ deck: name.slice(0, 1), target: name.slice(2) }));
    expect(toJudgeLabels(judges)).toEqual(labels);
  });
});
