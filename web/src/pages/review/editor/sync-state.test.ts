import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { mergeItems } from '../../../../../src/curate/merge/merge-items.ts';
import { arbitraryItem, arbitraryNamedHistory } from '../../../../../test/support/arbitrary-item.ts';
import { talk, toTexts, type } from '../../../../../test/support/web/editing-browser.ts';
import { toEditedItem, withSameParts } from '../../../data/edited-item.ts';
import { findMerged, isUnsent, rebase, startSync, withAnswer, withMine, withSent } from './sync-state.ts';

function answer(item: Item, revision: number): ItemAnswer {
  const at = '2026-01-01T00:00:00.000Z';
  const told = { createdAt: at, updatedAt: at, updatedBy: 'ben', tags: [], computedTags: [], totalReferences: 0 };
  return { ...structuredClone(item), ...told, _etag: `1-${revision}`, revision };
}

const any = arbitraryItem(arbitraryNamedHistory);

describe('the state of an edit', () => {
  it('keeps later text when an answer arrives', () => {
    fc.assert(
      fc.property(any, any, any, (before, sent, after) => {
        const [first, later] = [sent, after].map((item) => ({ ...item, status: before.status }));
        if (first === undefined || later === undefined) return;
        const sending = withSent(withMine(startSync(answer(before, 1)), first));
        const answered = withAnswer(withMine(sending, later), answer(first, 2), first);
        expect(answered.mine).toEqual(later);
        expect(answered.base).toEqual(first);
      }),
    );
  });

  it('continues from a request whose answer was lost as if it had been answered', () => {
    fc.assert(
      fc.property(any, any, any, (before, sent, after) => {
        const [first, later] = [sent, after].map((item) => ({ ...item, status: before.status }));
        if (first === undefined || later === undefined) return;
        const lost = withMine(withSent(withMine(startSync(answer(before, 1)), first)), later);
        const { state, result } = rebase(lost, answer(first, 2));
        expect(result).toBe('own');
        expect(state.mine).toEqual(later);
      }),
    );
  });

  it('merges with theirs by the rules of curation, or reports the conflict and keeps mine', () => {
    fc.assert(
      fc.property(any, any, any, (base, mine, theirs) => {
        const typed = withMine(startSync(answer(base, 1)), { ...mine, status: base.status });
        const { state, result } = rebase(typed, answer(theirs, 2));
        const merged = mergeItems(base, typed.mine, theirs);
        expect(result === 'conflict').toBe(merged.conflicts.length > 0);
        expect(state.mine).toEqual(result === 'conflict' ? typed.mine : merged.item);
      }),
    );
  });

  it('takes the new item if nothing was typed', () => {
    fc.assert(
      fc.property(any, any, (base, theirs) => {
        const { state } = rebase(startSync(answer(base, 1)), answer(theirs, 2));
        expect(state.mine).toEqual(theirs);
        expect(isUnsent(state)).toBe(false);
      }),
    );
  });

  it('merges the drafts of two tabs unless they conflict', () => {
    const start = startSync(answer(talk, 1));
    const [first, second, third] = [
      withMine(start, type('a', 'x')(talk)),
      withMine(start, type('b', 'y')(talk)),
      withMine(start, type('a', 'z')(talk)),
    ];
    expect(toTexts(findMerged(first, second)?.mine ?? talk)).toBe('x | y | three');
    expect(findMerged(first, third)).toBeUndefined();
  });
});

describe('withSameParts', () => {
  it('equals the new item, and keeps unchanged turns as the same objects', () => {
    const next = structuredClone(type('b', 'new')(talk));
    const shared = withSameParts(talk, next);
    expect(shared).toEqual(next);
    expect(shared.history?.map((turn, at) => turn === talk.history?.[at])).toEqual([true, false, true]);
  });

  it('is the same item if nothing changed', () => {
    fc.assert(
      fc.property(any, any, (previous, next) => {
        expect(withSameParts(previous, next)).toEqual(next);
        expect(withSameParts(previous, structuredClone(previous)).history).toBe(previous.history);
      }),
    );
  });
});

describe('toEditedItem', () => {
  it('leaves out what the server adds to an answer', () => {
    fc.assert(
      fc.property(any, (item) => {
        expect(toEditedItem(answer(item, 1))).toEqual(item);
      }),
    );
  });
});
