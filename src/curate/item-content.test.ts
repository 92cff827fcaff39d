import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryItem } from '../../test/support/arbitrary-item.ts';
import type { Item } from '../conversation/item/item.ts';
import { parseItem } from '../conversation/item/parse-item.ts';
import { fromBody, toFoundingItem, toItemContent } from './item-content.ts';
import { toQuestionKey } from './item-index.ts';

const item: Item = {
  meta: { x: 1 },
  manualTags: ['source:sme'],
  history: [
    { id: 't1', role: 'user', msg: 'First?', tags: ['intro'] },
    { id: 't2', role: 'assistant', msg: 'Answer', refs: [{ url: 'http://a', title: 'A' }], tags: ['intro', 'x'] },
    { id: 't3', role: 'user', msg: 'Second?', tags: [] },
  ],
  refs: [{ url: 'http://a/' }, { url: 'http://b', title: 'B' }],
  answer: 'Answer',
  editedQuestion: 'second?',
  synthQuestion: 'Generated?',
  comment: 'note',
  status: 'approved',
  audit: { updatedBy: 'ann' },
  datasetName: 'd',
  id: 'i',
};

describe('toItemContent', () => {
  const { body, index } = toItemContent(item);

  it('writes the fields in their order, then what is computed, without status and audit', () => {
    expect(Object.keys(JSON.parse(body))).toEqual([
      ...['id', 'datasetName', 'synthQuestion', 'editedQuestion', 'answer', 'refs', 'history', 'manualTags', 'comment'],
      ...['meta', 'tags', 'computedTags', 'totalReferences', '_warnings'],
    ]);
    expect(JSON.parse(body)).toMatchObject({
      tags: ['source:sme', 'turns:multiturn', 'question_length:short', 'retrieval_behavior:two_refs', 'dataset:d'],
      totalReferences: 2,
      _warnings: [
        { path: 'history', code: 'APPROVAL_NOTHING_GRADES' },
        { path: 'editedQuestion', code: 'ANSWER_OUT_OF_STEP' },
      ],
    });
  });

  it('indexes each text, url and turn tag once', () => {
    expect(index).toMatchObject({
      manualTags: ['source:sme'],
      turnTags: ['intro', 'x'],
      refUrls: ['http://a/', 'http://b', 'http://a'],
      texts: ['Generated?', 'second?', 'note', 'B', 'First?', 'Answer', 'A', 'Second?'],
      totalReferences: 2,
    });
  });

  it('keys the edited, the generated and the whole question', () => {
    expect(index.questionKeys).toEqual(['second?', 'Generated?', 'First? Second?'].map(toQuestionKey));
    expect(toItemContent({ ...item, history: [], editedQuestion: ' GENERATED? ' }).index.questionKeys).toHaveLength(1);
  });

  it('leaves out the list of warnings when there are none', () => {
    const draft: Item = { ...item, status: 'draft', history: [] };
    expect(JSON.parse(toItemContent(draft).body)).not.toHaveProperty('_warnings');
  });
});

describe('fromBody', () => {
  it('gives back the item that a body was made of, and the same body again', () => {
    fc.assert(
      fc.property(arbitraryItem(), (any) => {
        const { body } = toItemContent(any);
        const back = fromBody(body, any.status);
        expect(back).toEqual(any);
        expect(toItemContent(back).body).toBe(body);
        expect(fromBody(JSON.parse(body), any.status)).toEqual(any);
      }),
    );
  });
});

const plain: Item = {
  id: 'i',
  datasetName: 'd',
  status: 'draft',
  synthQuestion: 'q',
  refs: [],
  manualTags: [],
  meta: {},
};

describe('toFoundingItem', () => {
  it('writes the names, the status, then the content', () => {
    expect(JSON.stringify(toFoundingItem({ ...plain, bucket: 'b' }, 'approved'))).toBe(
      '{"id":"i","datasetName":"d","bucket":"b","status":"approved","synthQuestion":"q","refs":[],"manualTags":[]}',
    );
  });

  it('writes the states that the founding shape lacks as draft, with the truth under meta', () => {
    expect(toFoundingItem({ ...plain, meta: { status: 'x', a: 1 } }, 'in-review')).toMatchObject({
      status: 'draft',
      meta: { a: 1, status: 'in-review' },
    });
  });

  it('adds who changed it and when, if asked to', () => {
    expect(toFoundingItem(plain, 'draft', { updatedBy: 'ann', updatedAt: 't' })).toMatchObject({
      updatedBy: 'ann',
      updatedAt: 't',
    });
  });

  it('gives the same bytes after it was read back', () => {
    fc.assert(
      fc.property(arbitraryItem(), (any) => {
        const written = JSON.stringify(toFoundingItem(any, any.status));
        const { value, issues } = parseItem(JSON.parse(written));
        expect(issues).toEqual([]);
        expect(value?.status).toBe(any.status);
        expect(value && JSON.stringify(toFoundingItem(value, value.status))).toBe(written);
      }),
    );
  });
});
