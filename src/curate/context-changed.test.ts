import { describe, expect, it } from 'vitest';
import type { Turn } from '../conversation/item/item.ts';
import { flagChangedContexts, isContextChanged, isSameContext, isSameKey } from './context-changed.ts';

const asked: Turn = { id: 'a', role: 'tool', msg: 'one', name: 'search', tool_call_id: 'c1', tags: [] };
const answer: Turn = { id: 'b', role: 'assistant', msg: 'two', tags: [], answerKey: { reference: 'two' } };

const call = { id: 'c1', function: { name: 'search', arguments: '{}' } };

describe('the context of an answer key', () => {
  it.each<readonly [string, Partial<Turn>, boolean]>([
    ['role', { role: 'user' }, false],
    ['text', { msg: 'other' }, false],
    ['name', { name: 'fetch' }, false],
    ['tool_call_id', { tool_call_id: 'c2' }, false],
    ['tool_calls', { tool_calls: [call] }, false],
    ['id', { id: 'z' }, true],
    ['tags', { tags: ['topic:x'] }, true],
    ['refs', { refs: [{ url: 'https://a.example' }] }, true],
    ['answer key', { answerKey: { reference: 'one' } }, true],
  ])('treats a changed %s of an earlier turn alike on the server and in the browser', (_field, change, isSame) => {
    const after = [{ ...asked, ...change }, answer];
    expect(isSameContext([asked, answer], after, 1)).toBe(isSame);
    const flagged = flagChangedContexts([asked, answer], after).at(1);
    expect(isContextChanged(flagged)).toBe(!isSame);
  });

  it('is different with one turn more or less before it', () => {
    expect(isSameContext([asked, answer], [answer], 1)).toBe(false);
    expect(isSameContext([answer], [asked, answer], 1)).toBe(false);
  });

  it('does not include the turn itself or later turns', () => {
    expect(isSameContext([asked, answer, asked], [asked, { ...answer, msg: 'x' }], 1)).toBe(true);
    expect(isSameContext([asked], [answer], 0)).toBe(true);
  });
});

describe('isSameKey', () => {
  it('ignores the flag, and is false without keys', () => {
    const flagged = { answerKey: { reference: 'two', contextChanged: true } };
    expect(isSameKey(answer, flagged)).toBe(true);
    expect(isSameKey(answer, { answerKey: { reference: 'x' } })).toBe(false);
    expect(isSameKey({}, {})).toBe(false);
  });
});
