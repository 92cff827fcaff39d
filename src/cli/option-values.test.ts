import { describe, expect, it } from 'vitest';
import { addValues } from './option-values.ts';

describe('addValues', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['a'], ['a']],
    [['a,b'], ['a', 'b']],
    [
      ['a', 'b,c'],
      ['a', 'b', 'c'],
    ],
    [[' a , b,'], ['a', 'b']],
    [[','], []],
    [['a\\,b'], ['a,b']],
    [
      ['a\\,b,c', 'd'],
      ['a,b', 'c', 'd'],
    ],
    [['decks\\tone.md'], ['decks\\tone.md']],
  ])('%j', (typed, values) => {
    expect(typed.reduce<readonly string[]>((before, text) => addValues(text, before), [])).toEqual(values);
  });
});
