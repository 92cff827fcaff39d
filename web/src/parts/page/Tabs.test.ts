import { describe, expect, it } from 'vitest';
import { findNextTab } from './Tabs.tsx';

describe('findNextTab', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 0],
    ['ArrowLeft', 0, 2],
    ['ArrowLeft', 2, 1],
    ['Home', 2, 0],
    ['End', 0, 2],
  ])('%s moves from tab %i of three to tab %i', (key, from, to) => {
    expect(findNextTab(key, from, 3)).toBe(to);
  });

  it('ignores other keys, and every key without tabs', () => {
    expect(findNextTab('ArrowDown', 0, 3)).toBeUndefined();
    expect(findNextTab('ArrowRight', -1, 0)).toBeUndefined();
  });
});
