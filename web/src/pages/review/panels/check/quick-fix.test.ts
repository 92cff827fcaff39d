import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { findMissingRole, findQuickFix } from './quick-fix.ts';

const item: Item = {
  ...{ id: 'one', datasetName: 'support', status: 'draft', manualTags: [], meta: {}, refs: [] },
  history: [
    { id: 't1', role: 'assistant', msg: 'See it.', tags: [], answerKey: { reference: 'https://example.com/a' } },
  ],
};
const noText = { path: 'history[0].msg', code: 'APPROVAL_EMPTY_TURN', message: 'Turn 1 is empty.' };
const noUser = { path: 'history', code: 'APPROVAL_NO_USER_TURN', message: 'Nobody asks.' };
const noRef = { path: 'history[0].answerKey', code: 'APPROVAL_MISSING_REF', message: 'It cites an unknown address.' };

describe('findQuickFix', () => {
  it.each([
    [[noText, noUser, noRef], noUser],
    [[noText, noRef], noRef],
    [[noText], undefined],
    [[], undefined],
  ])('finds the first thing that one step adds, case %#', (missing, fixable) => {
    expect(findQuickFix({ item, missing })).toBe(fixable);
  });
});

describe('findMissingRole', () => {
  it('finds the missing role', () => {
    const codes = ['APPROVAL_NO_USER_TURN', 'APPROVAL_NO_ASSISTANT_TURN', 'APPROVAL_MISSING_REF'];
    expect(codes.map(findMissingRole)).toEqual(['user', 'assistant', undefined]);
  });
});
