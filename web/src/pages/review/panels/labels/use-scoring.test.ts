import { describe, expect, it } from 'vitest';
import { talk, type, withTurn } from '../../../../../../test/support/web/editing-browser.ts';
import { isSameTalk } from './use-scoring.ts';

describe('isSameTalk', () => {
  it.each([
    ['a turn that says something else', type('b', 'other')(talk), false],
    [
      'a turn before the others',
      { ...talk, history: [{ role: 'user', msg: '', tags: [] }, ...withTurn(talk, '', {})] },
      false,
    ],
    ['a role', { ...talk, history: withTurn(talk, 'a', { role: 'tool' }) }, false],
    ['a tag', { ...talk, history: withTurn(talk, 'b', { tags: ['tone'] }) }, true],
    ['an answer key', { ...talk, history: withTurn(talk, 'c', { answerKey: { reference: 'other' } }) }, true],
    ['a comment', { ...talk, comment: 'look at this' }, true],
  ])('knows whether the conversation is the same after a change of %s', (_, changed, isSame) => {
    expect(isSameTalk(talk, changed)).toBe(isSame);
  });
});
