import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem } from '../../../test/support/arbitrary-item.ts';
import { toItemContent } from '../../curate/item-content.ts';
import { readStoredItem } from './stored-item.ts';

const good = { id: 'a', datasetName: 'desk', synthQuestion: 'Why?', refs: [], manualTags: [], meta: {} };

describe('the item of a stored body', () => {
  it('is the one the body was made of, to the byte', () => {
    fc.assert(
      fc.property(arbitraryItem(), (item) => {
        const { body } = toItemContent(item);
        const read = readStoredItem(body);
        expect('item' in read && toItemContent(read.item).body).toBe(body);
      }),
    );
  });

  it('has nothing of what a forged body says was computed', () => {
    const read = readStoredItem(JSON.stringify({ ...good, computedTags: {}, totalReferences: 'x', _warnings: 7 }));
    expect(read).toEqual({ item: { ...good, status: 'draft' } });
  });

  it.each<[string, unknown]>([
    ['a link that runs', { ...good, refs: [{ url: 'javascript:alert(1)' }] }],
    ['a link that runs, in a turn', { ...good, history: [toTurn({ refs: [{ url: 'javascript:alert(1)' }] })] }],
    ['an ETag', { ...good, _etag: '1-1' }],
    ['a status', { ...good, status: 'approved' }],
    ['a past', { ...good, audit: {} }],
    ['an id that moves the cursor', { ...good, id: 'a\u001b[2J' }],
    ['no id', { ...good, id: undefined }],
    ['a list of refs that is none', { ...good, refs: {} }],
    ['a turn without a role', { ...good, history: [{ msg: 'a', tags: [] }] }],
    ['two turns of one id', { ...good, history: [toTurn({ id: 'x' }), toTurn({ id: 'x' })] }],
    ['meta without end', { ...good, meta: { deep: nest(200) } }],
    ['meta that reaches the prototype', { ...good, meta: Object.fromEntries([['__proto__', {}]]) }],
    ['a list', []],
    ['nothing', null],
  ])('is none when there is %s', (_title, body) => {
    expect(readStoredItem(JSON.stringify(body))).toEqual({ why: expect.stringMatching(/^its content/) });
  });

  it('is refused when the body is not JSON', () => {
    expect(readStoredItem('{')).toEqual({ why: 'its content is not JSON' });
  });
});

function toTurn(changes: object): object {
  return { role: 'user', msg: 'Why?', tags: [], ...changes };
}

function nest(depth: number): unknown {
  return depth === 0 ? 1 : [nest(depth - 1)];
}
