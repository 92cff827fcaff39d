import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { findGroup, toGroupName, withComment, withItemTag, withoutItemTag } from './item-changes.ts';

const schema = { groups: [{ name: 'Source', exclusive: true }, { name: 'topic' }] };
const item: Item = {
  id: 'a',
  datasetName: 'd',
  status: 'draft',
  refs: [],
  manualTags: ['source:sme', 'topic:a'],
  meta: {},
};

describe('withItemTag', () => {
  it.each([
    ['topic:b', ['source:sme', 'topic:a', 'topic:b']],
    ['free:x', ['source:sme', 'topic:a', 'free:x']],
    ['source:user', ['source:user', 'topic:a']],
    ['topic:a', ['source:sme', 'topic:a']],
  ])('with %s has %j: an exclusive group keeps one value', (tag, tags) => {
    expect(withItemTag(item, tag, schema).manualTags).toEqual(tags);
  });
});

describe('withoutItemTag', () => {
  it('takes one tag away and leaves an item without it as it is', () => {
    expect(withoutItemTag(item, 'topic:a').manualTags).toEqual(['source:sme']);
    expect(withoutItemTag(item, 'topic:b')).toBe(item);
  });
});

describe('groups', () => {
  it('are found by the spelling that their tags have', () => {
    expect(findGroup(schema, 'source')?.name).toBe('Source');
    expect(findGroup(schema, 'other')).toBeUndefined();
  });

  it('of a plain word have no name', () => {
    expect(toGroupName('opening')).toBe('');
    expect(toGroupName('a:b:c')).toBe('a');
  });
});

describe('withComment', () => {
  const plain: Item = { id: 'a', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} };

  it('writes a comment, and removes an empty one', () => {
    expect(withComment(plain, 'Look again.')).toEqual({ ...plain, comment: 'Look again.' });
    expect(withComment({ ...plain, comment: 'x' }, '')).toEqual(plain);
  });
});
