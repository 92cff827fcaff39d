import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ScriptTurn } from '../../src/conversation/case.ts';
import { renderKeys } from './key-table.ts';

const page = 'eval-file.md';

function renderOne(shape: z.ZodType): string {
  return (
    renderKeys({ shape: z.strictObject({ key: shape }) }, page)
      .split('\n')
      .at(-1) ?? ''
  );
}

describe('renderKeys', () => {
  it.each<readonly [words: string, shape: z.ZodType]>([
    ['string', z.string()],
    ['list of strings', z.array(z.string())],
    ['string or list of strings', z.union([z.string(), z.array(z.string())])],
    ['`a` or `b`', z.enum(['a', 'b'])],
    ['whole number above 0', z.number().int().positive()],
    ['number from 0', z.number().nonnegative()],
    ['string', z.string().nullable()],
    ['mapping', z.record(z.string(), z.unknown())],
    ['mapping of numbers', z.record(z.string(), z.number())],
    ['`{max: number}`', z.strictObject({ max: z.number() })],
    ['list of 2: number, number', z.tuple([z.number(), z.number()])],
    ['[turn](#scripted-turn)', ScriptTurn],
    ['list of [turns](#scripted-turn)', z.array(ScriptTurn)],
  ])('says %s', (words, shape) => {
    expect(renderOne(shape.describe('What it is.'))).toBe(`| \`key\` | ${words} | **required** | What it is. |`);
  });

  it('takes the default from the end of the description', () => {
    expect(renderOne(z.string().optional().describe('Name. Default: case-<n>.'))).toBe(
      '| `key` | string | `case-<n>` | Name. |',
    );
    expect(renderOne(z.string().optional().describe('Name. Default: the <file> name.'))).toBe(
      '| `key` | string | the &lt;file> name | Name. |',
    );
  });

  it('leaves the column of defaults out when nothing is required and nothing has one', () => {
    expect(renderOne(z.string().optional().describe('a | b'))).toBe('| `key` | string | a \\| b |');
  });

  it('links to another page by its name', () => {
    const shape = z.strictObject({ key: ScriptTurn.describe('What it is.') });
    expect(renderKeys({ shape }, 'decks.md')).toContain('[turn](eval-file.md#scripted-turn)');
  });

  it('refuses a key without a description, and a nested shape without a section', () => {
    expect(() => renderOne(z.string())).toThrow('The key "key" has no description');
    const nested = z.strictObject({ a: z.string(), b: z.string() }).describe('What it is.');
    expect(() => renderOne(nested)).toThrow('The shape with the keys a, b has no section');
  });
});
