import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { listFreeTags, listGroups } from './tag-groups.ts';

const item: Item = {
  id: 'a',
  datasetName: 'd',
  status: 'draft',
  refs: [],
  manualTags: ['source:sme', 'topic:b', 'own:x', 'difficulty:odd'],
  meta: {},
};
const schema = {
  groups: [
    { name: 'source', exclusive: true, values: ['SME', 'user'], requires: ['intent'] },
    { name: 'Topic' },
    { name: 'difficulty', closed: true, values: ['easy'] },
  ],
};
const used = [
  { tag: 'topic:a', items: 1 },
  { tag: 'topic:c', items: 5 },
  { tag: 'source:other', items: 9 },
  { tag: 'difficulty:hard', items: 9 },
];

describe('listGroups', () => {
  const [source, topic, difficulty] = listGroups(item, schema, used);

  it('offers the values that the schema lists, and others that are used while typing', () => {
    expect(source?.tags).toEqual([
      { tag: 'source:sme', isChosen: true },
      { tag: 'source:user', isChosen: false },
    ]);
    expect(source?.others).toEqual(['source:other']);
  });

  it('offers the most used tags of a group without values, and those that the item has', () => {
    expect(topic?.tags.map(({ tag }) => tag)).toEqual(['topic:c', 'topic:a', 'topic:b']);
    expect(topic?.others).toEqual([]);
  });

  it('offers only the listed values of a closed group, and still shows other tags of the item', () => {
    expect(difficulty?.tags.map(({ tag }) => tag)).toEqual(['difficulty:easy', 'difficulty:odd']);
    expect(difficulty?.others).toEqual([]);
  });

  it('says at the group what is wrong with it', () => {
    expect(source?.problems).toEqual(['The tag "source:sme" also requires a tag of the group "intent". Add it.']);
    expect(difficulty?.problems).toEqual([expect.stringContaining('does not allow "difficulty:odd"')]);
    expect(topic?.problems).toEqual([]);
  });
});

describe('listFreeTags', () => {
  it('has the tags whose group the schema does not know', () => {
    expect(listFreeTags(item, schema)).toEqual(['own:x']);
  });
});
