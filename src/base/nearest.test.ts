import { describe, expect, it } from 'vitest';
import { editDistance, findNearest } from './nearest.ts';

const keys = ['input_messages', 'expected_messages', 'outcome', 'id', 'tags', 'turns'];

describe('findNearest', () => {
  it.each([
    ['expcted_messages', 'expected_messages'],
    ['inputMessages', 'input_messages'],
    ['input-message', 'input_messages'],
    ['outcmoe', 'outcome'],
    ['turn', 'turns'],
    ['tgas', 'tags'],
    ['ID', 'id'],
    ['banana', undefined],
    ['', undefined],
  ])('takes "%s" for %s', (word, nearest) => {
    expect(findNearest(word, keys)).toBe(nearest);
  });
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['abc', 'abd', 1],
    ['ab', 'ba', 1],
    ['kitten', 'sitting', 3],
  ])('from "%s" to "%s" is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});
