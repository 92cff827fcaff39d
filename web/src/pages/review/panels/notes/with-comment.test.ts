import { expect, it } from 'vitest';
import type { Item } from '../../../../../../src/conversation/item/item.ts';
import { withComment } from './with-comment.ts';

const item: Item = { id: 'a', datasetName: 'd', status: 'draft', refs: [], manualTags: [], meta: {} };

it('writes the comment, and an empty one takes it away', () => {
  expect(withComment(item, 'Look again.')).toEqual({ ...item, comment: 'Look again.' });
  expect(withComment({ ...item, comment: 'x' }, '')).toEqual(item);
});
