import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { computedGroups, toComputedTags } from '../../../../../src/curate/computed-tags.ts';
import { computedValues, listTagGroups, searchTagGroups, toShownChoices } from './tag-choices.ts';

const list = {
  tags: [
    { tag: 'topic:refunds', items: 3, listed: true },
    { tag: 'source:sme', items: 9, listed: true },
    { tag: 'topic:parcels', items: 12, listed: false },
  ],
  computed: ['turns', 'dataset'],
};

test('groups tags, the most used first and computed ones last', () => {
  expect(listTagGroups(list, [])).toEqual([
    { name: 'source', isComputed: false, choices: [{ tag: 'source:sme', value: 'sme', count: 9 }] },
    {
      name: 'topic',
      isComputed: false,
      choices: [
        { tag: 'topic:parcels', value: 'parcels', count: 12 },
        { tag: 'topic:refunds', value: 'refunds', count: 3 },
      ],
    },
    {
      name: 'turns',
      isComputed: true,
      choices: [
        { tag: 'turns:singleturn', value: 'singleturn' },
        { tag: 'turns:multiturn', value: 'multiturn' },
      ],
    },
  ]);
});

test('keeps a chosen tag that no item has, so that you can clear it', () => {
  const [, , gone] = listTagGroups(list, ['zone:eu', 'turns:multiturn']);
  expect(gone).toEqual({ name: 'zone', isComputed: false, choices: [{ tag: 'zone:eu', value: 'eu', count: 0 }] });
});

test('a search keeps the tags that contain all of its words', () => {
  const found = searchTagGroups(listTagGroups(list, []), 'Topic ref');
  expect(found.flatMap(({ choices }) => choices.map(({ tag }) => tag))).toEqual(['topic:refunds']);
});

test('shortens a long group, but keeps chosen tags and never hides a single line', () => {
  const choices = ['a', 'b', 'c', 'd'].map((value) => ({ tag: `x:${value}`, value }));
  const shown = (most: number, chosen: readonly string[]) =>
    toShownChoices(choices, { most, chosen }).map(({ value }) => value);
  expect(shown(2, [])).toEqual(['a', 'b']);
  expect(shown(2, ['x:d'])).toEqual(['a', 'b', 'd']);
  expect(shown(3, [])).toEqual(['a', 'b', 'c', 'd']);
});

test('offers every computed tag', () => {
  const words = fc.integer({ min: 0, max: 40 }).map((count) => 'word '.repeat(count));
  const refs = fc
    .integer({ min: 0, max: 5 })
    .map((count) => Array.from({ length: count }, (_, at) => ({ url: `u${at}` })));
  const turn = fc.record({
    role: fc.constantFrom('user', 'assistant'),
    msg: words,
    refs,
    tags: fc.constant<string[]>([]),
  });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 4 }), (history) => {
      const item: Item = { id: 'i', datasetName: 'd', status: 'draft', refs: [], history, manualTags: [], meta: {} };
      const computed = toComputedTags(item).filter((tag) => !tag.startsWith('dataset:'));
      const offered = listTagGroups({ tags: [], computed: [...computedGroups] }, []).flatMap(({ choices }) => choices);
      expect(offered.map(({ tag }) => tag)).toEqual(expect.arrayContaining(computed));
    }),
  );
  expect(Object.keys(computedValues).sort()).toEqual(computedGroups.filter((group) => group !== 'dataset').sort());
});
