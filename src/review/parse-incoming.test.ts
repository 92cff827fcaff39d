import { describe, expect, it } from 'vitest';
import { toError } from '../base/fault.ts';
import { isParsed, parseIncoming } from './parse-incoming.ts';

const messages = [
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: 'hello' },
];

function read(value: unknown, dataset?: string) {
  return parseIncoming({ index: 3, value }, dataset);
}

describe('parseIncoming', () => {
  it('gives an item without an id one that is made of what is said', () => {
    const ids = [
      read({ messages }, 'demo'),
      read({ messages, manualTags: ['a:b'] }, 'other'),
      read({ messages: messages.slice(1) }, 'demo'),
    ].map((entry) => (isParsed(entry) ? entry.item.id : undefined));
    expect(ids[0]).toMatch(/^item-[0-9a-f]{12}$/);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it.each([[''], ['  '], [null], [undefined]])('makes an id for an item whose id is %j', (id) => {
    const entry = read({ id, messages }, 'demo');
    expect(isParsed(entry) && entry.item.id).toMatch(/^item-[0-9a-f]{12}$/);
  });

  it.each([
    [{ messages }, false],
    [{ messages, status: null }, false],
    [{ messages, status: 'draft' }, true],
    [{ messages, status: 'draft', meta: { status: 'in-review' } }, true],
    [{ messages, meta: { status: 'in-review' } }, true],
    [{ messages, meta: { status: 'new' } }, false],
  ])('knows whether %j has a status', (value, hasStatus) => {
    expect(read({ id: 'a', datasetName: 'demo', ...value })).toMatchObject({ hasStatus });
  });

  it.each([
    [{ id: 'a', messages }, undefined, { id: 'a', problems: [{ code: 'ITEM_MISSING_KEY', path: 'datasetName' }] }],
    [{ id: 7, messages }, 'demo', { dataset: 'demo', problems: [{ code: 'ITEM_BAD_VALUE', path: 'id' }] }],
    [{ id: 'x'.repeat(1001), messages }, 'demo', { problems: [{ code: 'ITEM_BAD_VALUE', path: 'id' }] }],
    ['text', undefined, { problems: [{ code: 'ITEM_BAD_VALUE' }] }],
    [null, undefined, { problems: [{ code: 'ITEM_BAD_VALUE' }] }],
  ])('fails for %j, naming what it can', (value, dataset, wanted) => {
    expect(read(value, dataset)).toMatchObject({ index: 3, verdict: 'failed', ...wanted });
  });

  it('hands on why a line could not be read', () => {
    const problem = toError({ code: 'IMPORT_CUT_OFF', message: 'The stream ended in the middle of line 4.' });
    expect(parseIncoming({ index: 4, problem })).toEqual({ index: 4, verdict: 'failed', problems: [problem] });
  });

  it('is not brought down by data nested ten thousand levels deep', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`);
    for (const value of [
      deep,
      { id: 'a', messages: deep },
      { id: 'a', messages, other: deep },
      { id: 'a', messages, meta: { deep } },
    ]) {
      expect(read(value, 'demo')).toMatchObject({ verdict: 'failed' });
    }
  });
});
