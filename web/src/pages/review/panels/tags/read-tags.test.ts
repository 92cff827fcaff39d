import { describe, expect, it } from 'vitest';
import { readTags, toItemTagReading, toWord } from './read-tags.ts';

describe('toWord', () => {
  it('trims a tag of a turn', () => {
    expect(toWord('  Step  by step ')).toEqual({ tag: 'Step by step' });
    expect(toWord('x'.repeat(501))).toEqual({ problem: expect.stringContaining('The limit is 500') });
  });
});

describe('toItemTagReading', () => {
  it('gives the one spelling of a tag, or says what to write', () => {
    expect(toItemTagReading(' Source : SME ')).toEqual({ tag: 'source:sme' });
    expect(toItemTagReading('refunds')).toEqual({ problem: expect.stringContaining('topic:refunds') });
  });
});

describe('readTags', () => {
  it.each([
    ['a', ['a'], ''],
    [' a , b,,a', ['a', 'b'], ''],
    ['there', [], ''],
    ['', [], ''],
  ])('reads %j as %j', (written, added, rest) => {
    expect(readTags(written, ['there'], toWord)).toEqual({ added, rest, problem: undefined });
  });

  it('leaves in the field what cannot be a tag, and says why', () => {
    const read = readTags('topic:a, plain, source:', [], toItemTagReading);
    expect(read).toMatchObject({ added: ['topic:a'], rest: 'plain, source:' });
    expect(read.problem).toContain('"plain"');
  });
});
