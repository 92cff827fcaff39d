import { z } from 'zod';
import { ItemName } from '../conversation/item/item.ts';
import { Flag, wholeNumber } from './query-values.ts';

/** The address of an item. */
export const ItemParams = z.strictObject({
  dataset: ItemName.max(1000).describe('Name of the dataset, percent-encoded.'),
  id: ItemName.max(1000).describe('ID of the item, percent-encoded.'),
});

export const RefsShape = z
  .enum(['nested', 'flat', 'aggregate'])
  .default('nested')
  .describe(
    'How references are returned. nested: in their turns. flat: one list, where references on turns have a `turnIndex`. aggregate: each URL once, with its `turns`.',
  );

export const ItemShapeQuery = z.strictObject({ refs: RefsShape });

export const ItemEditQuery = z.strictObject({
  refs: z
    .enum(['nested', 'flat'])
    .default('nested')
    .describe('flat: `refs` replaces all references. References on turns have a `turnIndex`.'),
  claim: Flag.default(false).describe('true: an unassigned item that becomes a draft is assigned to the caller.'),
});

export const RevisionsQuery = z.strictObject({
  limit: wholeNumber({ min: 1, max: 200 }).default(50).describe('1 to 200. Default: 50.'),
  before: wholeNumber({ min: 1, max: 1e15 }).optional().describe('Only revisions older than this number.'),
});

export const RevisionParams = ItemParams.extend({
  revision: wholeNumber({ min: 1, max: 1e15 }).describe('Revision number.'),
});

export const DiffQuery = z.strictObject({
  from: wholeNumber({ min: 1, max: 1e15 }).optional().describe('Default: the revision before `to`.'),
  to: wholeNumber({ min: 1, max: 1e15 }).optional().describe('Default: the latest.'),
});
