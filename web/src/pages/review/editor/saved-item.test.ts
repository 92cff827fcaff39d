import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { listMissing } from '../../../../../src/curate/approval.ts';
import { listWarnings } from '../../../../../src/curate/warnings.ts';
import { arbitraryItem, arbitraryNamedHistory } from '../../../../../test/support/arbitrary-item.ts';
import { talk, type } from '../../../../../test/support/web/editing-desk.ts';
import { toSavedItem } from './saved-item.ts';

const any = arbitraryItem(arbitraryNamedHistory);

describe('toSavedItem', () => {
  it('is the item itself while nothing is typed', () => {
    fc.assert(
      fc.property(any, (item) => {
        expect(toSavedItem(item, item)).toBe(item);
        expect(toSavedItem(item, structuredClone(item))).toEqual(item);
      }),
    );
  });

  it('keeps the answer in step with the last turn while that is typed, so that no warning flashes', () => {
    const stored: Item = { ...talk, answer: 'three' };
    const typed = type('c', 'three and more')(stored);
    expect(listWarnings(typed)).toHaveLength(1);
    expect(listWarnings(toSavedItem(stored, typed))).toEqual([]);
  });

  it('warns of an answer that was out of step before', () => {
    const stored: Item = { ...talk, answer: 'else' };
    expect(listWarnings(toSavedItem(stored, type('c', 'new')(stored)))).toHaveLength(1);
  });

  it('asks for another look at a key as soon as an earlier turn is typed in', () => {
    const saved = toSavedItem(talk, type('a', 'other')(talk));
    expect(listMissing(saved, { schema: { groups: [] }, findPattern: undefined }).map(({ code }) => code)).toEqual([
      'APPROVAL_CONTEXT_CHANGED',
    ]);
  });

  it('leaves the status to who asks for one', () => {
    expect(toSavedItem(talk, { ...type('a', 'x')(talk), status: 'skipped' }).status).toBe('draft');
  });
});
