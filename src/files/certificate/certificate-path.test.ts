import { expect, it } from 'vitest';
import { toCertificatePath } from './certificate-path.ts';

it.each([
  ['tone.deck.md', 'tone.deck.cert.json'],
  ['graders/tone.deck.md', 'graders/tone.deck.cert.json'],
  ['/a/judge.MD', '/a/judge.cert.json'],
])('of %s is %s', (deck, expected) => {
  expect(toCertificatePath(deck)).toBe(expected);
});
