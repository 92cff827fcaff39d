import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item, Turn } from '../../../src/conversation/item/item.ts';
import { listMissing } from '../../../src/curate/approval.ts';
import { applyPatch } from '../../../src/curate/edit-item.ts';
import { listWarnings } from '../../../src/curate/warnings.ts';
import { arbitraryItem, arbitraryNamedHistory } from '../../../test/support/arbitrary-item.ts';
import { readPatch } from '../../../test/support/read-patch.ts';
import { talk, type } from '../../../test/support/web/editing-browser.ts';
import type { ItemFields } from './change-item.ts';
import { isEdited, toChangedFields, toSavedItem } from './edited-item.ts';

const blank: Item = { id: 'i', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} };
const any = arbitraryItem(arbitraryNamedHistory);

/** The server's own reading of what is sent. */
function put(stored: Item, fields: ItemFields): Item {
  const { value, issues } = readPatch(fields, stored);
  expect(issues).toEqual([]);
  return applyPatch(stored, value ?? {}, { newTurnId: () => 'new' }).item;
}

/** Every field of an item, as a client sends it that knows nothing of what is stored. */
function toAllFields({ id: _id, datasetName: _name, status: _status, ...item }: Item): ItemFields {
  const optional = ['editedQuestion', 'answer', 'history', 'comment', 'weight', 'synthQuestion'];
  return { ...Object.fromEntries(optional.map((field) => [field, null])), ...item };
}

describe('toChangedFields', () => {
  it('has only fields that differ, and null for cleared ones', () => {
    const stored = { ...blank, answer: 'a', comment: 'c', weight: 1 };
    const { comment: _gone, ...left } = stored;
    expect(toChangedFields(stored, { ...left, answer: 'b', manualTags: ['t:1'] })).toEqual({
      answer: 'b',
      comment: null,
      manualTags: ['t:1'],
    });
  });

  it('leaves out names and status', () => {
    expect(toChangedFields(blank, { ...blank, id: 'j', status: 'approved' })).toEqual({});
    expect(isEdited(blank, { ...blank, id: 'j', status: 'approved' })).toBe(false);
  });

  it('has settlements of failing replies, but not the marks that the server keeps', () => {
    const mark = { run: 'r', caseId: 'c', verdicts: [] };
    const settled = { ...mark, settled: { as: 'answer-was-right' as const, reason: 'It is.' } };
    const toItem = (replyUnderTest: Turn['replyUnderTest']): Item => ({
      ...blank,
      history: [
        { id: 't', role: 'assistant', msg: 'a', tags: [], ...(replyUnderTest === undefined ? {} : { replyUnderTest }) },
      ],
    });
    const settle = [{ turnId: 't', as: 'answer-was-right', reason: 'It is.' }];
    expect(toChangedFields(toItem(mark), toItem(settled))).toEqual({ settle });
    expect(isEdited(toItem(mark), toItem(settled))).toBe(true);
    expect(put(toItem(mark), { settle })).toEqual(toItem(settled));
    for (const mine of [toItem(mark), toItem(undefined)]) expect(isEdited(toItem(settled), mine)).toBe(false);
    expect(toChangedFields(toItem(undefined), toItem(settled))).toEqual({});
  });

  it('has the same effect on the server as sending the whole item', () => {
    fc.assert(
      fc.property(any, any, (stored, mine) => {
        expect(put(stored, toChangedFields(stored, mine))).toEqual(put(stored, toAllFields(mine)));
      }),
    );
  });

  it('turns the stored item into mine', () => {
    const plain = (item: Item): Item => {
      const { editedQuestion: _question, answer: _answer, history = [], ...rest } = item;
      return { ...rest, history: history.map(({ answerKey: _key, ...turn }) => turn) };
    };
    fc.assert(
      fc.property(any, any, (stored, mine) => {
        const [before, after] = [plain(stored), { ...plain(mine), status: stored.status }];
        expect(put(before, toChangedFields(before, after))).toEqual(after);
      }),
    );
  });

  it('is empty exactly when nothing was edited', () => {
    fc.assert(
      fc.property(any, any, (stored, mine) => {
        expect(isEdited(stored, mine)).toBe(Object.keys(toChangedFields(stored, mine)).length > 0);
        expect(isEdited(stored, structuredClone(stored))).toBe(false);
      }),
    );
  });
});

describe('toSavedItem', () => {
  it('is the item itself if nothing was typed', () => {
    fc.assert(
      fc.property(any, (item) => {
        expect(toSavedItem(item, item)).toBe(item);
        expect(toSavedItem(item, structuredClone(item))).toEqual(item);
      }),
    );
  });

  it('keeps the answer in step with the last turn, so that no warning flashes while typing', () => {
    const stored: Item = { ...talk, answer: 'three' };
    const typed = type('c', 'three and more')(stored);
    expect(listWarnings(typed)).toHaveLength(1);
    expect(listWarnings(toSavedItem(stored, typed))).toEqual([]);
  });

  it('keeps the warning about an answer that was out of step before', () => {
    const stored: Item = { ...talk, answer: 'else' };
    expect(listWarnings(toSavedItem(stored, type('c', 'new')(stored)))).toHaveLength(1);
  });

  it('flags a key for a re-check as soon as an earlier turn is edited', () => {
    const saved = toSavedItem(talk, type('a', 'other')(talk));
    expect(listMissing(saved, { schema: { groups: [] }, findPattern: undefined }).map(({ code }) => code)).toEqual([
      'APPROVAL_CONTEXT_CHANGED',
    ]);
  });

  it('leaves the status out, because a status is requested', () => {
    expect(toSavedItem(talk, { ...type('a', 'x')(talk), status: 'skipped' }).status).toBe('draft');
  });
});
