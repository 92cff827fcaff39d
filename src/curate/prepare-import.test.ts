import { describe, expect, it } from 'vitest';
import type { Item } from '../conversation/item/item.ts';
import { isSameContent, prepareImported } from './prepare-import.ts';
import { presetTags } from './tag-schema.ts';

const item: Item = {
  ...{ id: 'i', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} },
  history: [
    { role: 'user', msg: 'q', tags: [] },
    { id: 'given', role: 'assistant', msg: 'a', tags: [] },
  ],
};
const newTurnId = () => 'made';
const prepare = (imported: Item, before?: Item) =>
  prepareImported(imported, { newTurnId, schema: presetTags, ...(before === undefined ? {} : { before }) });

describe('prepareImported', () => {
  it('names the turns that have no name, and nothing else', () => {
    const { item: prepared, issues, warnings } = prepare(item);
    expect(prepared.history?.map(({ id }) => id)).toEqual(['made', 'given']);
    expect({ issues, warnings }).toEqual({ issues: [], warnings: [] });
    expect({ ...prepared, history: undefined }).toEqual({ ...item, history: undefined });
  });

  it('keeps the turn ids of the stored item, so that the same file is the same content', () => {
    const before = prepare(item).item;
    const again = prepareImported(item, { newTurnId: () => 'other', before, schema: presetTags }).item;
    expect(isSameContent(before, again)).toBe(true);
  });

  it('drops a tag that is computed, with a warning', () => {
    const { item: prepared, warnings } = prepare({ ...item, manualTags: ['turns:singleturn', 'topic:x'] });
    expect(prepared.manualTags).toEqual(['topic:x']);
    expect(warnings).toMatchObject([{ code: 'TAG_COMPUTED', path: 'manualTags' }]);
  });

  it('refuses two values of an exclusive group', () => {
    expect(prepare({ ...item, manualTags: ['source:sme', 'source:user'] }).issues).toMatchObject([
      { code: 'TAG_EXCLUSIVE' },
    ]);
  });
});

describe('isSameContent', () => {
  it('leaves status and audit aside', () => {
    expect(isSameContent(item, { ...item, status: 'approved', audit: { updatedBy: 'ann' } })).toBe(true);
    expect(isSameContent(item, { ...item, comment: '' })).toBe(false);
  });
});
