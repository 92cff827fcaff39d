import { describe, expect, it } from 'vitest';
import { breakLines, countFitting, fitNotes } from './fit-lines.ts';
import { plainPalette } from './palette.ts';

const style = { palette: plainPalette, width: 14 };

describe('fitNotes', () => {
  it.each([
    // Three notes of two lines each: 'one two' and '  three', and so on.
    [6, ['one two', '  three', 'four five', '  six', 'seven eight', '  nine']],
    // A line for each, and the one that is left for the first.
    [4, ['one two', '  three', 'four five six', 'seven eight n…']],
    [3, ['one two three', 'four five six', 'seven eight n…']],
    [2, ['one two three', '… 2 more: --verbose']],
    [1, ['3 notes: --verbose']],
    [0, ['3 notes: --verbose']],
  ])('has no more lines than room for %i', (room, lines) => {
    expect(fitNotes(['one two three', 'four five six', 'seven eight nine'], room, style)).toEqual(lines);
  });

  it('cuts a note that is longer than one may be, whatever room there is', () => {
    expect(fitNotes(['one two three four'], 9, { ...style, mostLines: 1 })).toEqual(['one two three…']);
    expect(fitNotes(['one two three four five'], 9, { ...style, mostLines: 2 })).toEqual(['one two', '  three four …']);
    expect(fitNotes([], 9, style)).toEqual([]);
  });
});

describe('a note with a command', () => {
  const note = { says: 'one two three', lead: 'Do:', command: 'turnwise show run:r1 --db other/x.db' };

  it.each([
    [9, ['one two', '  three Do:', '  turnwise show run:r1 --db other/x.db', 'four']],
    // The lead is cut, and never the command.
    [3, ['one two three…', '  turnwise show run:r1 --db other/x.db', 'four']],
    [2, ['one two three', '… 2 more: --verbose']],
    [1, ['2 notes: --verbose']],
  ])('has it whole on its own line, or not at all, in %i lines', (room, lines) => {
    expect(fitNotes([note, 'four'], room, style)).toEqual(lines);
  });

  it('comes after a shorter one', () => {
    expect(fitNotes(['four', note], 3, style)).toEqual([
      'four',
      'one two three…',
      '  turnwise show run:r1 --db other/x.db',
    ]);
    expect(fitNotes(['four', 'five', note], 3, style)).toEqual(['four', 'five', '… 1 more: --verbose']);
    expect(fitNotes(['four', note, 'five'], 3, style)).toEqual(['four', 'one two three', '… 2 more: --verbose']);
  });
});

describe('breakLines', () => {
  it('leaves a text whole where a line may be of any length', () => {
    expect(breakLines('one two three', Number.POSITIVE_INFINITY, 1)).toEqual(['one two three']);
  });
});

describe('countFitting', () => {
  it.each([
    [[2, 2, 2], 6, 3],
    [[2, 2, 2], 5, 2],
    [[2, 2, 2], 1, 0],
    [[], 0, 0],
  ])('of %j in %i lines is %i', (lines, room, count) => {
    expect(countFitting(lines, room)).toBe(count);
  });
});
