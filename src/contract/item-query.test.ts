import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ItemListQuery, toItemFilter } from './item-query.ts';

describe('the query of the list of items', () => {
  it('reads every field, with tags in their one spelling', () => {
    const query = ItemListQuery.parse({
      status: 'draft,approved',
      dataset: 'refunds',
      tags: ' Source : SME ,topic:a',
      excludeTags: 'turns:singleturn',
      turnTags: 'greeting',
      itemId: 'r-',
      refUrl: 'example.com',
      keyword: '"late refund"',
      assignedTo: 'ada',
      sortBy: 'id',
      sortOrder: 'asc',
      limit: '200',
      cursor: 'abc',
      total: '',
    });
    expect(query).toMatchObject({ sortBy: 'id', sortOrder: 'asc', limit: 200, cursor: 'abc', total: true });
    expect(toItemFilter(query)).toEqual({
      statuses: ['draft', 'approved'],
      datasets: ['refunds'],
      tags: ['source:sme', 'topic:a'],
      excludeTags: ['turns:singleturn'],
      turnTags: ['greeting'],
      idPrefix: 'r-',
      refUrl: 'example.com',
      keyword: '"late refund"',
      assignedTo: 'ada',
    });
  });

  it('has a page of 50, newest first, when nothing is said', () => {
    expect(ItemListQuery.parse({})).toEqual({ sortBy: 'updatedAt', limit: 50, view: 'item' });
    expect(toItemFilter(ItemListQuery.parse({}))).toEqual({});
  });

  it.each([
    [{ stauts: 'draft' }, []],
    [{ status: 'done' }, ['status', 0]],
    [{ tags: 'nocolon' }, ['tags', 0]],
    [{ tags: '' }, ['tags', 0]],
    [{ sortBy: 'password' }, ['sortBy']],
    [{ sortOrder: 'up' }, ['sortOrder']],
    [{ limit: '0' }, ['limit']],
    [{ limit: '201' }, ['limit']],
    [{ keyword: '  ' }, ['keyword']],
    [{ cursor: ['a', 'b'] }, ['cursor']],
    [{ total: 'maybe' }, ['total']],
  ])('refuses %j', (query, path) => {
    const { error } = ItemListQuery.safeParse(query);
    expect(error?.issues[0]?.path).toEqual(path);
  });

  it('can be described as JSON Schema', () => {
    expect(z.toJSONSchema(ItemListQuery, { io: 'input' }).properties).toMatchObject({
      limit: { type: 'integer', minimum: 1, maximum: 200 },
      total: { type: 'boolean' },
    });
  });
});
