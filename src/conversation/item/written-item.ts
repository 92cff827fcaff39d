import { z } from 'zod';
import { Ref } from '../ref.ts';
import { Item, ItemName, ItemStatus, Turn, TurnTags } from './item.ts';

const TurnIndex = z
  .number()
  .refine((index) => Number.isSafeInteger(index) && index >= 0, 'Expected a turnIndex, counted from 0.');

/** A ref as people write it. */
export const WrittenRef = Ref.extend({
  turnIndex: TurnIndex.optional().describe(
    'The turn that the reference belongs to. Counted from 0, as in the earlier curator format.',
  ),
  messageIndex: TurnIndex.optional().describe('Older name of turnIndex.'),
});

/** Chat APIs also allow lists of parts. A turn has only text. */
const PlainContent = z.string({
  error: ({ input }) =>
    Array.isArray(input) ? 'Expected text, got a list of parts.\nWrite only the text, as "msg".' : undefined,
});

/** A turn as people write it. */
export const WrittenTurn = Turn.extend({
  msg: z
    .string()
    .optional()
    .describe('The text. Required as msg or content, unless there are tool_calls. It may be empty.'),
  content: PlainContent.optional().describe('Alias of msg, as in chat formats.'),
  refs: z.array(WrittenRef).optional().describe('References behind this turn.'),
  tags: TurnTags.optional().describe('Tags of this turn: plain words or group:value.'),
});

/** Keys that the earlier curator computes. They are accepted and ignored, because Turnwise computes them itself. */
export const computedKeys = ['computedTags', 'tags', 'totalReferences', '_etag', '_warnings'] as const;

/** Keys that the store writes. The file's values are kept under `audit`. */
export const auditKeys = ['assignedTo', 'assignedAt', 'updatedAt', 'updatedBy', 'reviewedAt'] as const;

const computed = z.unknown().optional().describe('Computed by Turnwise. Ignored in files.');
const audited = z.unknown().optional().describe('Written by Turnwise. In files it is kept as a note, but not trusted.');

/** An item as people write it: in the earlier curator format, or just `messages`. Other keys are kept under `meta`. */
export const WrittenItem = z.looseObject({
  id: ItemName.optional().describe('Item id, unique in its dataset. Default: item-<n>.'),
  datasetName: ItemName.optional().describe('Name of the dataset. Default: the file name without its suffix.'),
  dataset: ItemName.optional().describe('Alias of datasetName.'),
  ...Item.omit({ id: true, datasetName: true, status: true, audit: true }).shape,
  status: ItemStatus.optional().describe('Review status. Default: draft.'),
  refs: z
    .array(WrittenRef)
    .optional()
    .describe('References of a single-turn item. A reference with a turnIndex moves to that turn.'),
  history: z.array(WrittenTurn).optional().describe('The conversation.'),
  messages: z.array(WrittenTurn).optional().describe('Alias of history, as in chat formats.'),
  manualTags: z
    .union([z.array(z.string()), z.string()])
    .optional()
    .describe('Tags as group:value: a list, or a comma-separated text.'),
  meta: z.record(z.string(), z.unknown()).optional().describe('Any other data to keep.'),
  computedTags: computed,
  tags: z
    .unknown()
    .optional()
    .describe('With messages, and without manualTags and computedTags: alias of manualTags. Otherwise ignored.'),
  totalReferences: computed,
  _etag: computed,
  _warnings: computed,
  assignedTo: audited,
  assignedAt: audited,
  updatedAt: audited,
  updatedBy: audited,
  reviewedAt: audited,
});

/** Every known key of an item. */
export const itemKeys: readonly string[] = Object.keys(WrittenItem.shape);
