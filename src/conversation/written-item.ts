import { z } from 'zod';
import { Item, ItemName, ItemStatus, Turn, TurnTags } from './item.ts';
import { Ref } from './ref.ts';

const TurnIndex = z
  .number()
  .refine((index) => Number.isSafeInteger(index) && index >= 0, 'Expected a turnIndex, counted from 0.');

/** A ref as people write it. */
export const WrittenRef = Ref.extend({
  turnIndex: TurnIndex.optional().describe('The turn of the history this ref belongs to, counted from 0.'),
  messageIndex: TurnIndex.optional().describe('Older name of turnIndex.'),
});

/** Chat APIs also write lists of parts, which a turn has no room for. */
const PlainContent = z.string({
  error: ({ input }) =>
    Array.isArray(input) ? 'Expected text, got a list of parts.\nWrite only the text, as "msg".' : undefined,
});

/** A turn as people write it. */
export const WrittenTurn = Turn.extend({
  msg: z
    .string()
    .optional()
    .describe('The text. Needed, here or as content, unless there are tool_calls; it may be empty.'),
  content: PlainContent.optional().describe('Another name for msg, as chat formats have it.'),
  refs: z.array(WrittenRef).optional().describe('Sources behind this turn.'),
  tags: TurnTags.optional().describe('Words for this turn, plain or group:value.'),
});

/** What the founding curator computes. Read without complaint and left aside: it is computed afresh. */
export const computedKeys = ['computedTags', 'tags', 'totalReferences', '_etag', '_warnings'] as const;

/** Written by the store, kept as the file's own word under `audit`. */
export const auditKeys = ['assignedTo', 'assignedAt', 'updatedAt', 'updatedBy', 'reviewedAt'] as const;

const computed = z.unknown().optional().describe('Written by Turnwise; not read.');
const audited = z.unknown().optional().describe('Written by Turnwise; kept as a note, never trusted.');

/** An item as people write it: document 003's fields, or just `messages`. Other keys are kept under `meta`. */
export const WrittenItem = z.looseObject({
  id: ItemName.optional().describe('Name of the item, unique in its dataset. Default: item-<n>.'),
  datasetName: ItemName.optional().describe('The dataset. Default: the file name without its suffix.'),
  dataset: ItemName.optional().describe('Another name for datasetName.'),
  ...Item.omit({ id: true, datasetName: true, status: true, audit: true }).shape,
  status: ItemStatus.optional().describe('Where the item stands in review. Default: draft.'),
  refs: z
    .array(WrittenRef)
    .optional()
    .describe('Sources of a single-turn item; one with a turnIndex goes to its turn.'),
  history: z.array(WrittenTurn).optional().describe('The conversation.'),
  messages: z.array(WrittenTurn).optional().describe('Another name for history, as chat formats have it.'),
  manualTags: z
    .union([z.array(z.string()), z.string()])
    .optional()
    .describe('Tags as group:value: a list, or one text with commas.'),
  meta: z.record(z.string(), z.unknown()).optional().describe('Anything else worth keeping.'),
  computedTags: computed,
  tags: z
    .unknown()
    .optional()
    .describe('Beside messages, without manualTags and computedTags: another name for manualTags. Else not read.'),
  totalReferences: computed,
  _etag: computed,
  _warnings: computed,
  assignedTo: audited,
  assignedAt: audited,
  updatedAt: audited,
  updatedBy: audited,
  reviewedAt: audited,
});

/** Every key of an item that has a meaning. */
export const itemKeys: readonly string[] = Object.keys(WrittenItem.shape);
