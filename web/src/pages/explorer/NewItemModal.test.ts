import { describe, expect, test } from 'vitest';
import { ItemName } from '../../../../src/conversation/item/item.ts';
import { toNewItemId } from './NewItemModal.tsx';

describe('toNewItemId', () => {
  test.each([
    ['Can I return a sofa without its box?', 'can-i-return-a-sofa-k3x9'],
    ['  Hello!  ', 'hello-k3x9'],
    ['返品できますか', '返品できますか-k3x9'],
    ['../..', 'k3x9'],
    ['', 'k3x9'],
    [`${'long'.repeat(100)} word`, `${'long'.repeat(5)}-word-k3x9`],
  ])('makes an ID from %j', (question, id) => {
    expect(toNewItemId(question, 'k3x9')).toBe(id);
    expect(ItemName.safeParse(id).success).toBe(true);
  });
});
