import { describe, expect, it } from 'vitest';
import { foldText, mostShown } from './Markdown.tsx';

describe('foldText', () => {
  it('keeps a short text unchanged', () => {
    const text = 'a'.repeat(mostShown);
    expect(foldText(text)).toBe(text);
  });

  it('cuts a long text at a line end', () => {
    const folded = foldText('a line of words\n'.repeat(2000));
    expect(folded.length).toBeLessThan(6001);
    expect(folded.endsWith('words')).toBe(true);
  });

  it('never splits a surrogate pair', () => {
    expect(foldText('😀'.repeat(20_000)).isWellFormed()).toBe(true);
    expect(foldText(`a${'😀'.repeat(20_000)}`).isWellFormed()).toBe(true);
  });
});
