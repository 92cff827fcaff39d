import { z } from 'zod';
import { Item, ItemStatus } from '../conversation/item.ts';
import { Ref } from '../conversation/ref.ts';
import { Cursor } from './query-values.ts';

const Time = z.string().describe('ISO-8601, UTC.');

/** A place in an item and what is to be said about it. */
export const Remark = z.object({
  path: z.string().describe('JSON path, such as `history[1].refs[0].url`.'),
  code: z.string().describe('Stable name of the kind of remark.'),
  message: z.string(),
});

const ShownRef = Ref.extend({
  turnIndex: z.int().optional().describe('The turn it stands on; only with `refs=flat`.'),
  turns: z.array(z.int()).optional().describe('The turns it stands on; only with `refs=aggregate`.'),
});

/** An item as it is answered. `refs` and `history` are those of the shape that was asked for. */
export const ItemAnswer = z
  .looseObject({
    _etag: z.string().describe('Send it in If-Match with the next change. Also in the ETag header, in quotes.'),
    status: ItemStatus,
    revision: z.int().describe('Counts the changes of content and status, from 1.'),
    createdAt: Time,
    updatedAt: Time,
    updatedBy: z.string(),
    reviewedAt: Time.optional(),
    assignedTo: z.string().optional(),
    assignedAt: Time.optional(),
    skippedBy: z.string().optional().describe('Who skipped it, while it is skipped.'),
    ...Item.omit({ status: true, audit: true }).shape,
    refs: z.array(ShownRef).describe('Sources of the item itself; flat or aggregate: of its turns too.'),
    tags: z.array(z.string()).describe('Manual and computed ones.'),
    computedTags: z.array(z.string()).describe('Computed afresh on every write.'),
    totalReferences: z.int().describe('Distinct addresses among all refs.'),
    _warnings: z.array(Remark).optional().describe('Worth a look; they keep nothing from being saved.'),
  })
  .describe('The item, with its ETag in the header.')
  .meta({
    id: 'Item',
    examples: [
      {
        _etag: '1-3',
        status: 'draft',
        revision: 2,
        createdAt: '2026-01-05T09:00:00.000Z',
        updatedAt: '2026-01-05T09:12:00.000Z',
        updatedBy: 'ada',
        id: 'late-refund',
        datasetName: 'refunds',
        refs: [],
        history: [
          { id: 'k3fm7pq2ab', role: 'user', msg: 'My parcel came late. Can I send it back?', tags: [] },
          {
            id: 'x8tn4rc9de',
            role: 'assistant',
            msg: 'Yes, within 14 days of its arrival.',
            refs: [{ url: 'https://example.com/returns', title: 'Returns' }],
            tags: [],
          },
        ],
        manualTags: ['topic:refunds'],
        meta: {},
        tags: [
          'topic:refunds',
          'turns:singleturn',
          'question_length:short',
          'retrieval_behavior:single',
          'dataset:refunds',
        ],
        computedTags: ['turns:singleturn', 'question_length:short', 'retrieval_behavior:single', 'dataset:refunds'],
        totalReferences: 1,
      },
    ],
  });

export type ItemAnswer = z.output<typeof ItemAnswer>;

/** A page of items. */
export const ItemPage = z
  .object({
    items: z.array(ItemAnswer),
    cursor: Cursor.nullable().describe('Ask for the next page with it; null: this was the last.'),
    total: z.int().optional().describe('Every item that fits, on all pages; only with `total=true`.'),
  })
  .describe('A page of items.');

/** Items without paging: those that one person holds. */
export const ItemList = z.object({ items: z.array(ItemAnswer) }).describe('The items.');

/** The body of a stale PUT's answer: what there is now, and what it differs in. */
export const staleMembers = {
  current: ItemAnswer.optional().describe('The item as it is now.'),
  differing: z.array(z.string()).optional().describe('JSON paths that differ from what the caller had read.'),
};

/** How the item came to be what it is. */
export const RevisionList = z
  .object({
    revisions: z.array(
      z.object({
        revision: z.int(),
        at: Time,
        by: z.string(),
        action: z
          .string()
          .describe('What was done: create, import, edit, approve, skip, draft, delete, restore, duplicate.'),
        status: ItemStatus.describe('The status from then on.'),
        etag: z.string(),
      }),
    ),
    before: z.int().nullable().describe('Ask for older ones with `before=`; null: there are none.'),
  })
  .describe('Revisions, newest first.');

export type RevisionList = z.output<typeof RevisionList>;

const TurnPlace = z.looseObject({ turnIndex: z.int() });

/** What differs between two states of an item. */
export const ItemDiff = z
  .looseObject({
    from: z.int().optional().describe('Number of the earlier revision.'),
    to: z.int().optional().describe('Number of the later revision.'),
    fields: z
      .array(z.looseObject({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }))
      .describe('Fields of the item itself.'),
    turns: z
      .array(
        z.looseObject({
          kind: z.enum(['same', 'changed', 'added', 'removed', 'moved']),
          id: z.string().optional(),
          before: TurnPlace.optional(),
          after: TurnPlace.optional(),
          fields: z.array(z.string()).optional().describe('Which fields of the turn changed.'),
        }),
      )
      .describe('Turns, matched by their ids.'),
  })
  .describe('The differences, by field and by turn.');
export type ItemDiff = z.output<typeof ItemDiff>;
