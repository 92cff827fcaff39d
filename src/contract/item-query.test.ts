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

  it('ignores filters that a form left blank', () => {
    const blank = { status: '', dataset: ' ', tags: ',', excludeTags: '', turnTags: '', refUrl: ' ', keyword: '  ' };
    const query = ItemListQuery.parse({ ...blank, itemId: ' ', assignedTo: '' });
    expect(toItemFilter(query)).toEqual({});
    expect(toItemFilter(ItemListQuery.parse({ status: ['', 'draft'], tags: ['', ' '] }))).toEqual({
      statuses: ['draft'],
    });
  });

  it('trims the start of an ID and a part of a URL, but not names', () => {
    const query = ItemListQuery.parse({
      itemId: ' r-1 ',
      refUrl: ' example.com ',
      assignedTo: ' ada ',
      dataset: ' a ',
    });
    expect(toItemFilter(query)).toEqual({
      idPrefix: 'r-1',
      refUrl: 'example.com',
      assignedTo: ' ada ',
      datasets: [' a '],
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
    [{ tags: 'topic:a,' }, ['tags', 1]],
    [{ tags: [] }, ['tags']],
    [{ sortBy: 'password' }, ['sortBy']],
    [{ sortOrder: 'up' }, ['sortOrder']],
    [{ limit: '0' }, ['limit']],
    [{ limit: '201' }, ['limit']],
    [{ cursor: '' }, ['cursor']],
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
