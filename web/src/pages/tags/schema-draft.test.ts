import { describe, expect, test } from 'vitest';
import { presetTags } from '../../../../src/curate/tag-schema.ts';
import { listProblems, makeDraft, moveGroup, renderSchema, toDrafts, toSchema } from './schema-draft.ts';
import { listEffects, listRemovalEffects } from './schema-effects.ts';

const drafts = toDrafts({
  groups: [
    { name: 'source', exclusive: true, values: ['sme', 'user'] },
    { name: 'topic', description: 'What it is about.', requires: ['source'] },
  ],
});
const [source = makeDraft('a'), topic = makeDraft('b')] = drafts;
const tags = [
  { tag: 'source:sme', items: 20 },
  { tag: 'source:old', items: 3 },
  { tag: 'topic:refunds', items: 1 },
  { tag: 'topic:unused', items: 0 },
];

test('toSchema keeps an unedited schema unchanged', () => {
  expect(toSchema(toDrafts(presetTags))).toEqual(presetTags);
});

describe('listProblems', () => {
  const context = { computed: ['turns'] };

  test('returns nothing for a valid schema', () => {
    expect(listProblems(drafts, context).size).toBe(0);
  });

  test.each([
    ['', 'Enter a name.'],
    ['a:b', "A group name can't contain a colon."],
    [' Turns ', 'Turnwise computes the tags of this group. Choose another name.'],
    ['SOURCE', 'Another group has this name.'],
  ])('refuses the name "%s"', (name, problem) => {
    expect(listProblems([source, { ...topic, name }], context).get(topic.key)?.name).toBe(problem);
  });

  test('has the same limits as the server', () => {
    const problems = listProblems([{ ...topic, description: 'x'.repeat(5000) }], context);
    expect(problems.get(topic.key)?.description).toBeDefined();
  });
});

test('moveGroup moves a group by one position, if it is not at the end', () => {
  expect(moveGroup(drafts, topic.key, -1)).toEqual([topic, source]);
  expect(moveGroup(drafts, topic.key, 1)).toBe(drafts);
  expect(moveGroup(drafts, 'unknown', 1)).toBe(drafts);
});

test('renderSchema writes a schema as lines', () => {
  expect(renderSchema(drafts)).toBe(
    ['source', '  one value only', '  values: sme, user', 'topic', '  What it is about.', '  requires: source'].join(
      '\n',
    ),
  );
});

describe('listEffects', () => {
  test('returns nothing for an unchanged schema', () => {
    expect(listEffects(source, source, tags)).toEqual([]);
  });

  test('of closing a group include the unlisted values in use, with their counts', () => {
    expect(listEffects({ ...source, closed: true }, source, tags)).toEqual([
      "Conversations with unlisted values can't be approved: source:old (3).",
    ]);
  });

  test('of making a group exclusive are shown if two of its values are in use', () => {
    const open = { ...source, exclusive: false };
    expect(listEffects(source, open, tags)).toHaveLength(1);
    expect(listEffects({ ...topic, exclusive: true }, topic, tags)).toEqual([]);
  });

  test('of a newly required group include how often it is used', () => {
    expect(listEffects({ ...source, requires: ['topic'] }, source, tags)).toEqual([
      "Conversations with a tag of this group (used 23 times) can't be approved without topic.",
    ]);
  });

  test('of renaming a group include the tags it leaves behind', () => {
    expect(listEffects({ ...topic, name: 'subject' }, topic, tags)).toEqual([
      "Conversations keep their “topic” tags (used once). They'll no longer be validated.",
    ]);
  });

  test('of removing a group include the tags it leaves behind', () => {
    expect(listRemovalEffects([source], drafts, tags)).toHaveLength(1);
    expect(listRemovalEffects(drafts, drafts, tags)).toEqual([]);
  });
});
