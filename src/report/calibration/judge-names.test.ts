import { expect, it } from 'vitest';
import { nameDecks, nameJudges } from './judge-names.ts';

function name(files: readonly string[], targets: readonly string[]): readonly string[] {
  return nameJudges(files.map((file) => ({ file, judges: targets.map((target) => ({ calibration: { target } })) })));
}

it.each([
  [
    ['examples/refund-tone/tone.deck.md', 'examples/refund-tone/second.deck.md'],
    ['tone', 'second'],
  ],
  [
    ['evals/a/tone.deck.md', 'evals/b/tone.deck.md', 'other.deck.md'],
    ['a/tone', 'b/tone', 'other'],
  ],
  [
    ['tone.deck.md', 'evals/tone.deck.md'],
    ['tone', 'evals/tone'],
  ],
  [
    ['tone.deck.md', 'tone.md'],
    ['tone.deck.md', 'tone.md'],
  ],
])('names %j by what no other has', (files, names) => {
  expect(nameDecks(files)).toEqual(names);
});

it('names the deck only where there are several', () => {
  expect(name(['tone.deck.md'], ['careful', 'hasty'])).toEqual(['careful', 'hasty']);
  expect(name(['x/tone.deck.md', 'x/second.deck.md'], ['careful'])).toEqual(['careful (tone)', 'careful (second)']);
});

it.each([
  [
    ['x/the-tone-of-the-support-bot-in-english.deck.md', 'x/the-tone-of-the-support-bot-in-german.deck.md'],
    ['careful'],
  ],
  [['x/english-tone-of-the-support-bot.deck.md', 'x/german-tone-of-the-support-bot.deck.md'], ['careful']],
  [
    ['x/tone.deck.md', 'x/second.deck.md'],
    ['openrouter/anthropic/claude-sonnet-4.5', 'openrouter/anthropic/claude-4'],
  ],
  [['x/tone.deck.md'], ['a/anthropic/claude-sonnet-4.5-long', 'b/anthropic/claude-sonnet-4.5-long']],
  [
    ['x/the-tone-of-the-support-bot-in-english.deck.md', 'x/the-tone-of-the-support-bot-in-german.deck.md'],
    ['openrouter/anthropic/claude-sonnet-4.5', 'openrouter/anthropic/claude-4'],
  ],
])('cuts long names of %j and keeps them apart', (files, targets) => {
  const names = name(files, targets);
  expect(new Set(names).size).toBe(files.length * targets.length);
  for (const one of names) expect(one.length, one).toBeLessThanOrEqual(30);
});
