import { describe, expect, it } from 'vitest';
import { foldText, mostShown } from './Markdown.tsx';

describe('foldText', () => {
  it('leaves a text alone that is not long', () => {
    const text = 'a'.repeat(mostShown);
    expect(foldText(text)).toBe(text);
  });

  it('ends a long text at a line', () => {
    const folded = foldText('a line of words\n'.repeat(2000));
    expect(folded.length).toBeLessThan(6001);
    expect(folded.endsWith('words')).toBe(true);
  });

  it('never cuts a character in two', () => {
    expect(foldText('😀'.repeat(20_000)).isWellFormed()).toBe(true);
    expect(foldText(`a${'😀'.repeat(20_000)}`).isWellFormed()).toBe(true);
  });
});
