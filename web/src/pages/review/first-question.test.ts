import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../src/conversation/item/item.ts';
import { findFirstQuestion, toItemName } from './first-question.ts';

const asks = (...said: readonly string[]): Item => ({
  ...{ id: 'a', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} },
  history: said.map((msg, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', msg, tags: [] })),
});

describe('findFirstQuestion', () => {
  it('is what the user says first, on one line', () => {
    expect(findFirstQuestion(asks(' ', 'Hello', 'Do you\n  deliver?'))).toBe('Do you deliver?');
    expect(findFirstQuestion(asks('x'.repeat(500)))).toHaveLength(160);
    expect(findFirstQuestion(asks())).toBe('');
  });
});

describe('toItemName', () => {
  it.each([
    ['Do you deliver?', '“Do you deliver?”'],
    ['The sofa I ordered last week, it is too wide for the door', '“The sofa I ordered last week, it is too wide…”'],
    ['My gift card does not work, and the desk that I want is', '“My gift card does not work, and the desk that I…”'],
    ['字'.repeat(60), `“${'字'.repeat(48)}…”`],
    ['', 'a'],
  ])('calls %j %j', (question, name) => {
    expect(toItemName(asks(question), 'a')).toBe(name);
  });
});
