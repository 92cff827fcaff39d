import { describe, expect, it } from 'vitest';
import { parseItemTags } from './item-tags.ts';
import { parseHistory } from './parse-history.ts';
import { parseItem } from './parse-item.ts';
import { parseRefs } from './parse-ref.ts';
import { itemBounds } from './parse-result.ts';

const many = (count: number, entry: (index: number) => unknown) => Array.from({ length: count }, (_, at) => entry(at));
const turn = (extra: object = {}) => ({ role: 'user', msg: 'q', ...extra });

describe('the size of one item', () => {
  it.each([
    ['turns', () => parseHistory(many(itemBounds.turns + 1, () => 0)), /at most 50,000 turns/],
    ['refs in a list', () => parseRefs(many(itemBounds.refs + 1, () => 0)), /at most 50,000 refs/],
    ['tags in a list', () => parseItemTags(many(itemBounds.tags + 1, () => 'a:b')), /at most 1,000 tags/],
    ['a long tag', () => parseItemTags([`a:${'b'.repeat(itemBounds.tagLength)}`]), /502 characters. The limit is 500/],
    ['half a tag', () => parseItemTags(['a:\ud800']), /unpaired surrogate/],
    ['a long url', () => parseRefs([{ url: `http://a/${'b'.repeat(itemBounds.urlLength)}` }]), /limit is 8000/],
    [
      'tags of all turns',
      () => parseHistory(many(21, () => turn({ tags: many(1000, String) }))),
      /have 21000 tags. The limit is 20000/,
    ],
    [
      'keys without a meaning',
      () =>
        parseItem({
          id: 'a',
          datasetName: 'd',
          messages: [turn()],
          ...Object.fromEntries(many(1001, String).map((key) => [`k${key}`, 1])),
        }),
      /limit is 1000/,
    ],
    ['a name of dots', () => parseItem({ id: '..', datasetName: 'd', messages: [turn()] }), /only of dots/],
  ])('is limited: %s', (_name, parse, message) => {
    const { value, issues } = parse();
    expect(value).toBeUndefined();
    expect(issues.map((issue) => issue.message)).toEqual([expect.stringMatching(message)]);
  });

  it('accepts conversations of ten thousand turns', () => {
    expect(parseHistory(many(10_000, () => turn({ tags: ['a'], refs: [{ url: 'http://a' }] }))).value).toHaveLength(
      10_000,
    );
  });

  it('lists only the first hundred issues', () => {
    expect(parseHistory(many(10_000, () => ({}))).issues).toHaveLength(100);
  });
});
