import { describe, expect, it } from 'vitest';
import { isCrowded, isTooMuch, mostMarkdown } from './markdown-cost.ts';

describe('isCrowded', () => {
  it.each(['*', '_', '[', '!', '<', '`', 'a*', '[a](', '**a ', '> '])('holds for 20 000 times %j', (sign) => {
    expect(isCrowded(sign.repeat(20_000))).toBe(sign !== '> ');
  });

  it('holds for white space inside of a line', () => {
    expect(isCrowded(`a${' '.repeat(5000)}`)).toBe(true);
    expect(isCrowded(' '.repeat(5000))).toBe(false);
  });

  it.each([
    'A **step** with [a page](https://a.example) and `code`, _please_.\n'.repeat(100),
    '-'.repeat(5000),
    '    indented\n'.repeat(1000),
    'snake_case(), '.repeat(1000),
  ])('does not hold for what people write: %.20s', (text) => {
    expect(isCrowded(text)).toBe(false);
  });
});

describe('isTooMuch', () => {
  it.each(['>', '> ', '- ', '1. ', '* > '])('holds for nesting without end: %j', (sign) => {
    expect(isTooMuch(`before\n${sign.repeat(10_000)}`)).toBe(true);
  });

  it('holds for what is too long to be read, and for nothing that people write', () => {
    expect(isTooMuch('word '.repeat(mostMarkdown / 5 + 1))).toBe(true);
    expect(isTooMuch('word '.repeat(mostMarkdown / 5))).toBe(false);
    expect(isTooMuch(`${'-'.repeat(1000)}\n\n> > - 1. a\n\n${'- a\n'.repeat(1000)}`)).toBe(false);
  });
});
