import { describe, expect, it } from 'vitest';
import { parseItemTags, toItemTag } from './item-tags.ts';

describe('toItemTag', () => {
  it.each([
    [' Source : SME ', 'source:sme'],
    ['topic:two  words', 'topic:two words'],
    ['rephrase:a:b', 'rephrase:a:b'],
    ['nocolon', undefined],
    [':x', undefined],
    ['x:', undefined],
    [' : ', undefined],
    ['', undefined],
  ])('normalizes %j to %j', (written, tag) => {
    expect(toItemTag(written)).toBe(tag);
  });
});

describe('parseItemTags', () => {
  it.each([
    [
      ['Source:SME', 'topic:a', 'source: sme'],
      ['source:sme', 'topic:a'],
    ],
    ['source:sme, topic:a,', ['source:sme', 'topic:a']],
    ['', []],
    [[], []],
  ])('reads %j, with each tag once', (written, tags) => {
    expect(parseItemTags(written)).toEqual({ value: tags, issues: [] });
  });

  it('names a tag that has no group, and shows how to write it', () => {
    expect(parseItemTags(['topic:a', 'refunds', 7]).issues).toMatchObject([
      { path: [1], kind: 'bad-value', hint: 'Add a group: "topic:refunds".' },
      { path: [2], kind: 'bad-value' },
    ]);
  });

  it.each([7, true, { a: 1 }])('rejects %j, which is neither a list nor text', (written) => {
    expect(parseItemTags(written).issues).toMatchObject([{ path: [], kind: 'bad-value' }]);
  });
});
