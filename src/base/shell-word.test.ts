import { expect, it } from 'vitest';
import { toShellWord } from './shell-word.ts';

it.each([
  ['graders/tone.deck.md', 'graders/tone.deck.md'],
  ['fail,error', 'fail,error'],
  ['a\\,b', "'a\\,b'"],
  ['', "''"],
  ['my desk', "'my desk'"],
  ["ann's", "'ann'\\''s'"],
  ['$(rm x)', "'$(rm x)'"],
])('writes %s as one word', (text, word) => {
  expect(toShellWord(text)).toBe(word);
});
