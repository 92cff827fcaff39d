import { describe, expect, it } from 'vitest';
import type { ItemBody } from './item-content.ts';
import { toItemSummary } from './item-summary.ts';
import { toKeywordMatcher } from './keyword-hits.ts';

const body: ItemBody = {
  id: 'a',
  datasetName: 'demo',
  refs: [{ url: 'https://a.example', title: 'Shipping terms' }],
  manualTags: ['topic:refunds'],
  tags: ['topic:refunds', 'turns:multiturn'],
  computedTags: ['turns:multiturn'],
  totalReferences: 2,
  history: [
    { role: 'user', msg: 'My parcel is late.', tags: ['angry'] },
    { role: 'assistant', msg: 'I am sorry.', tags: [], refs: [{ url: 'https://b.example', title: 'Late parcels' }] },
    { role: 'user', msg: 'Can I get\na refund?', tags: ['angry', 'short'] },
  ],
  comment: 'Ask the warehouse.',
  meta: {},
};

describe('toItemSummary', () => {
  it('has the first question, the last answer, and each turn tag once', () => {
    expect(toItemSummary(body)).toEqual({
      question: 'My parcel is late.',
      answer: 'I am sorry.',
      turns: 3,
      totalReferences: 2,
      tags: ['topic:refunds'],
      computedTags: ['turns:multiturn'],
      turnTags: ['angry', 'short'],
    });
  });

  it('shows an item without history by its question and answer', () => {
    const { history: _none, ...single } = body;
    const summary = toItemSummary({ ...single, synthQuestion: 'Why?', editedQuestion: 'Why not?', answer: 'Because.' });
    expect(summary).toMatchObject({ question: 'Why not?', answer: 'Because.', turns: 2 });
    expect(toItemSummary(single)).toMatchObject({ question: '', answer: '', turns: 0 });
  });

  it.each([
    ['refund', { turnIndex: 2, text: 'Can I get a refund?' }],
    ['late parcel', { turnIndex: 0, text: 'My parcel is late.' }],
    ['"late parcels"', { turnIndex: 1, text: 'Late parcels' }],
    ['warehouse', { turnIndex: null, text: 'Ask the warehouse.' }],
    ['shipping', { turnIndex: null, text: 'Shipping terms' }],
    ['parcel refund late', { turnIndex: 0, text: 'My parcel is late.' }],
    ['nowhere', undefined],
  ])('finds %j in its place', (keyword, hit) => {
    expect(toItemSummary(body, toKeywordMatcher(keyword)).hit).toEqual(hit);
  });
});
