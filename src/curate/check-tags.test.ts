import { describe, expect, it } from 'vitest';
import type { Item } from '../conversation/item/item.ts';
import { checkExclusive, checkTagEdit, checkTagRules } from './check-tags.ts';
import { presetTags, TagSchema } from './tag-schema.ts';

const schema = TagSchema.parse({
  groups: [
    { name: 'Source', exclusive: true },
    { name: 'big  area', closed: true, values: ['Far  East', 'west'] },
    { name: 'topic', requires: ['source', 'big area:west', 'turns:singleturn'] },
  ],
});

function tagged(...manualTags: string[]): Item {
  return { id: 'i', datasetName: 'd', status: 'draft', synthQuestion: 'q', refs: [], manualTags, meta: {} };
}

describe('checkExclusive', () => {
  it('names the group and the values', () => {
    const issues = checkExclusive(['source:sme', 'topic:a', 'source:user', 'topic:b'], schema);
    expect(issues).toMatchObject([{ code: 'TAG_EXCLUSIVE', path: ['manualTags'] }]);
    expect(issues[0]?.message).toBe('The group "source" allows one value, got "source:sme" and "source:user".');
  });
});

describe('checkTagEdit', () => {
  it.each([
    [['turns:singleturn'], ['TAG_COMPUTED']],
    [
      ['dataset:d', 'source:a', 'source:b'],
      ['TAG_EXCLUSIVE', 'TAG_COMPUTED'],
    ],
    [['topic:a', 'big area:north'], []],
  ])('finds in %j: %j', (tags, codes) => {
    expect(checkTagEdit(tagged(), tagged(...tags), schema).map(({ code }) => code)).toEqual(codes);
  });

  it('does not look again at tags that stay', () => {
    expect(checkTagEdit(tagged('source:a', 'source:b'), tagged('source:b', 'source:a'), schema)).toEqual([]);
  });
});

describe('checkTagRules', () => {
  it.each([
    [[], []],
    [['source:a', 'big area:west', 'topic:x'], []],
    [['big area:far east'], []],
    [['big area:north'], ['The group "big  area" does not allow "big area:north".']],
    [['topic:x', 'source:a'], ['The tag "topic:x" also requires the tag "big area:west".']],
    [['topic:x', 'big area:west'], ['The tag "topic:x" also requires a tag of the group "source".']],
    [['source:a', 'source:b'], ['The group "source" allows one value, got "source:a" and "source:b".']],
  ])('finds in %j: %j', (tags, messages) => {
    expect(checkTagRules(tagged(...tags), schema).map(({ message }) => message)).toEqual(messages);
  });
});

describe('presetTags', () => {
  it('is a tag schema with the groups of the founding curator', () => {
    expect(TagSchema.parse(presetTags)).toEqual(presetTags);
    const exclusive = presetTags.groups.filter((group) => group.exclusive).map(({ name }) => name);
    expect(exclusive).toEqual(['source', 'answerability', 'expertise', 'difficulty']);
  });
});
