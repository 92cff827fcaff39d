import { expect, it } from 'vitest';
import { toHitPassage } from './FindRef.tsx';

const long = `${'word '.repeat(40)}refund takes five days`;

it('begins a little before the first hit, at a word', () => {
  expect(toHitPassage(long, 'refund')).toMatch(/^… (?:word ){8,10}refund takes five days$/);
});

it.each([
  ['refund takes five days', 'refund'],
  [long, 'nothing'],
])('does not cut a text with a hit at its start, or without a hit', (text, keyword) => {
  expect(toHitPassage(text, keyword)).toBe(text);
});

it('begins at the hit where there is no blank before it', () => {
  expect(toHitPassage(`${'x'.repeat(100)}。refund`, 'refund')).toBe('… refund');
});
