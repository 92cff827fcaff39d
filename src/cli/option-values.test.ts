import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../../test/support/run-in-process.ts';
import { listOption, toAgeMs } from './option-values.ts';

describe('a flag that takes several values', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['a'], ['a']],
    [['a,b'], ['a', 'b']],
    [
      ['a', 'b,c'],
      ['a', 'b', 'c'],
    ],
    [[' a , b'], ['a', 'b']],
    [[' a '], [' a ']],
    [['a\\,b'], ['a,b']],
    [
      ['a\\,b,c', 'd'],
      ['a,b', 'c', 'd'],
    ],
    [['c\\\\,support'], ['c\\', 'support']],
    [['decks\\tone.md'], ['decks\\tone.md']],
  ])('reads %j', (typed, values) => {
    expect(readCases(typed)).toEqual(values);
  });

  it.each([
    ['run', '--target --send --case --tag'],
    ['show last', '--case --target --status'],
    ['preview a.eval.yaml', '--case --target'],
    ['grade last', '--grader'],
    ['calibrate', '--samples --judge --swap --tag'],
    ['import run:last', '--status'],
    ['export', '--dataset --status --tag --exclude-tag --turn-tag'],
    ['snapshot take', '--dataset --status --tag --exclude-tag --turn-tag'],
    ['label support', '--status'],
  ])('%s refuses a blank value of %s', async (command, flags) => {
    for (const [flag, blank] of flags
      .split(' ')
      .flatMap((name) => ['', '  ', ',', ' , '].map((text) => [name, text] as const))) {
      const { code, err } = await runInProcess([...command.split(' '), flag, blank], '.');
      expect(err).toContain(`${flag} needs at least one value.`);
      expect(err).toContain('CLI_USAGE');
      expect(code).toBe(2);
    }
  });

  it.each(['a,,b', 'a,', ',a'])('refuses %j, in which one value is blank', async (typed) => {
    const { code, err } = await runInProcess(['run', '--tag', typed], '.');
    expect(err).toContain(`--tag has an empty value in "${typed}".`);
    expect(code).toBe(2);
  });
});

function readCases(typed: readonly string[]): unknown {
  const words = typed.flatMap((text) => ['--case', text]);
  return new Command().addOption(listOption('--case <ids>', 'cases')).parse(words, { from: 'user' }).opts().case;
}

it.each([
  ['12h', 12 * 3_600_000],
  ['30d', 30 * 86_400_000],
  ['2w', 14 * 86_400_000],
])('%s is %i ms', (text, ms) => {
  expect(toAgeMs(text)).toBe(ms);
});

it.each(['', '30', 'd', '0d', '-1d', '1.5d', '30 d', '30D', '1y', '1234567d'])('%j is refused', (text) => {
  expect(() => toAgeMs(text)).toThrow('such as 12h, 30d or 2w');
});
