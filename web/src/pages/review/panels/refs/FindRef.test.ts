import { expect, it } from 'vitest';
import { toHitPassage } from './FindRef.tsx';

const long = `${'word '.repeat(40)}refund takes five days`;

it('begins a little before the first hit, at a word', () => {
  expect(toHitPassage(long, 'refund')).toMatch(/^… (?:word ){8,10}refund takes five days$/);
});

it.each([
  ['refund takes five days', 'refund'],
  [long, 'nothing'],
])('leaves a text as it is where the hit stands at its beginning, or nowhere', (text, keyword) => {
  expect(toHitPassage(text, keyword)).toBe(text);
});

it('begins at the hit where there is no blank before it', () => {
  expect(toHitPassage(`${'x'.repeat(100)}。refund`, 'refund')).toBe('… refund');
});
