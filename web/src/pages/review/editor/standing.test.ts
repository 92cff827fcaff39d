import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemAnswer } from '../../../../../src/contract/item-answer.ts';
import type { Item } from '../../../../../src/conversation/item/item.ts';
import { mergeItems } from '../../../../../src/curate/merge-items.ts';
import { arbitraryItem, arbitraryNamedHistory } from '../../../../../test/support/arbitrary-item.ts';
import { talk, toTexts, type } from '../../../../../test/support/web/editing-desk.ts';
import { toEditedItem, withSameParts } from '../../../data/edited-item.ts';
import { findJoined, isUnsent, meet, startStanding, withAnswer, withMine, withSent } from './standing.ts';

function answer(item: Item, revision: number): ItemAnswer {
  const at = '2026-01-01T00:00:00.000Z';
  const told = { createdAt: at, updatedAt: at, updatedBy: 'ben', tags: [], computedTags: [], totalReferences: 0 };
  return { ...structuredClone(item), ...told, _etag: `1-${revision}`, revision };
}

const any = arbitraryItem(arbitraryNamedHistory);

describe('the standing of an edit', () => {
  it('takes an answer over what was typed since, whatever that was', () => {
    fc.assert(
      fc.property(any, any, any, (before, sent, after) => {
        const [first, later] = [sent, after].map((item) => ({ ...item, status: before.status }));
        if (first === undefined || later === undefined) return;
        const sending = withSent(withMine(startStanding(answer(before, 1)), first));
        const answered = withAnswer(withMine(sending, later), answer(first, 2), first);
        expect(answered.mine).toEqual(later);
        expect(answered.base).toEqual(first);
      }),
    );
  });

  it('goes on from what had arrived without an answer, as if it had been answered', () => {
    fc.assert(
      fc.property(any, any, any, (before, sent, after) => {
        const [first, later] = [sent, after].map((item) => ({ ...item, status: before.status }));
        if (first === undefined || later === undefined) return;
        const lost = withMine(withSent(withMine(startStanding(answer(before, 1)), first)), later);
        const { standing, what } = meet(lost, answer(first, 2));
        expect(what).toBe('own');
        expect(standing.mine).toEqual(later);
      }),
    );
  });

  it('merges with theirs as the rules of curation say, or tells of the conflict and keeps mine', () => {
    fc.assert(
      fc.property(any, any, any, (base, mine, theirs) => {
        const typed = withMine(startStanding(answer(base, 1)), { ...mine, status: base.status });
        const { standing, what } = meet(typed, answer(theirs, 2));
        const merged = mergeItems(base, typed.mine, theirs);
        expect(what === 'conflict').toBe(merged.conflicts.length > 0);
        expect(standing.mine).toEqual(what === 'conflict' ? typed.mine : merged.item);
      }),
    );
  });

  it('takes what is new where nothing was typed', () => {
    fc.assert(
      fc.property(any, any, (base, theirs) => {
        const { standing } = meet(startStanding(answer(base, 1)), answer(theirs, 2));
        expect(standing.mine).toEqual(theirs);
        expect(isUnsent(standing)).toBe(false);
      }),
    );
  });

  it('joins the edits of two tabs, unless they collide', () => {
    const start = startStanding(answer(talk, 1));
    const [first, second, third] = [
      withMine(start, type('a', 'x')(talk)),
      withMine(start, type('b', 'y')(talk)),
      withMine(start, type('a', 'z')(talk)),
    ];
    expect(toTexts(findJoined(first, second)?.mine ?? talk)).toBe('x | y | three');
    expect(findJoined(first, third)).toBeUndefined();
  });
});

describe('withSameParts', () => {
  it('says the same, and keeps the turns that did not change', () => {
    const next = structuredClone(type('b', 'new')(talk));
    const shared = withSameParts(talk, next);
    expect(shared).toEqual(next);
    expect(shared.history?.map((turn, at) => turn === talk.history?.[at])).toEqual([true, false, true]);
  });

  it('is the same item when nothing changed', () => {
    fc.assert(
      fc.property(any, any, (previous, next) => {
        expect(withSameParts(previous, next)).toEqual(next);
        expect(withSameParts(previous, structuredClone(previous)).history).toBe(previous.history);
      }),
    );
  });
});

describe('toEditedItem', () => {
  it('leaves out what the server tells about the item', () => {
    fc.assert(
      fc.property(any, (item) => {
        expect(toEditedItem(answer(item, 1))).toEqual(item);
      }),
    );
  });
});
