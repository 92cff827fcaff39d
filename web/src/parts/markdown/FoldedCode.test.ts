import { describe, expect, it } from 'vitest';
import { toFirstLines } from './FoldedCode.tsx';

const toLines = (count: number) => Array.from({ length: count }, (_, line) => `line ${line + 1}`).join('\n');

describe('toFirstLines', () => {
  it.each([
    [1, 1, 0],
    [17, 17, 0],
    [18, 14, 4],
    [500, 14, 486],
  ])('of %i lines shows %i and hides %i', (count, shown, hidden) => {
    const folded = toFirstLines(toLines(count));
    expect(folded).toEqual({ first: toLines(shown), hidden });
  });
});
