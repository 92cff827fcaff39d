import { describe, expect, it } from 'vitest';
import { isCrowded, isTooMuch, mostMarkdown } from './markdown-cost.ts';

describe('isCrowded', () => {
  it.each(['*', '_', '[', '!', '<', '`', 'a*', '[a](', '**a ', '> '])('is true for %j, 20,000 times', (sign) => {
    expect(isCrowded(sign.repeat(20_000))).toBe(sign !== '> ');
  });

  it('is true for long white space inside a line', () => {
    expect(isCrowded(`a${' '.repeat(5000)}`)).toBe(true);
    expect(isCrowded(' '.repeat(5000))).toBe(false);
  });

  it.each([
    'A **step** with [a page](https://a.example) and `code`, _please_.\n'.repeat(100),
    '-'.repeat(5000),
    '    indented\n'.repeat(1000),
    'snake_case(), '.repeat(1000),
  ])('is false for ordinary text: %.20s', (text) => {
    expect(isCrowded(text)).toBe(false);
  });
});

describe('isTooMuch', () => {
  it.each(['>', '> ', '- ', '1. ', '* > '])('is true for endless nesting: %j', (sign) => {
    expect(isTooMuch(`before\n${sign.repeat(10_000)}`)).toBe(true);
  });

  it('is true for a text that is too long, and false for ordinary text', () => {
    expect(isTooMuch('word '.repeat(mostMarkdown / 5 + 1))).toBe(true);
    expect(isTooMuch('word '.repeat(mostMarkdown / 5))).toBe(false);
    expect(isTooMuch(`${'-'.repeat(1000)}\n\n> > - 1. a\n\n${'- a\n'.repeat(1000)}`)).toBe(false);
  });
});
