import { z } from 'zod';
import { Item, ItemStatus } from '../conversation/item/item.ts';
import { Ref } from '../conversation/ref.ts';
import { Cursor } from './query-values.ts';

const Time = z.string().describe('ISO 8601, UTC.');

/** A warning about a place in an item. */
export const Remark = z.object({
  path: z.string().describe('JSON path, such as `history[1].refs[0].url`.'),
  code: z.string().describe('Stable code, for programs.'),
  message: z.string(),
});

const ShownRef = Ref.extend({
  turnIndex: z.int().optional().describe('Index of its turn, from 0. Only with `refs=flat`.'),
  turns: z.array(z.int()).optional().describe('Indexes of its turns, from 0. Only with `refs=aggregate`.'),
});

/** The answer to a GET of an item. `refs` and `history` have the requested shape. */
export const ItemAnswer = z
  .looseObject({
    _etag: z.string().describe('Send it in If-Match with the next change. It is also in the ETag header, in quotes.'),
    status: ItemStatus,
    revision: z.int().describe('Counts changes of content and status, from 1.'),
    createdAt: Time,
    updatedAt: Time,
    updatedBy: z.string(),
    reviewedAt: Time.optional(),
    assignedTo: z.string().optional(),
    assignedAt: Time.optional(),
    skippedBy: z.string().optional().describe('User who skipped the item, if skipped.'),
    ...Item.omit({ status: true, audit: true }).shape,
    refs: z.array(ShownRef).describe('References of the item itself. With flat or aggregate: of its turns too.'),
    tags: z.array(z.string()).describe('Manual and computed tags.'),
    computedTags: z.array(z.string()).describe('Recomputed on every write.'),
    totalReferences: z.int().describe('Number of distinct URLs among all refs.'),
    _warnings: z.array(Remark).optional().describe('Warnings. They never block a save.'),
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
          { id: 'k3fm7pq2ab', role: 'user', msg: 'My package arrived late. Can I return it?', tags: [] },
          {
            id: 'x8tn4rc9de',
            role: 'assistant',
            msg: 'Yes, within 14 days of delivery.',
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
    cursor: Cursor.nullable().describe('Cursor of the next page. null on the last page.'),
    total: z.int().optional().describe('Number of matching items on all pages. Only with `total=true`.'),
  })
  .describe('A page of items.');

/** Items without paging: those assigned to one person. */
export const ItemList = z.object({ items: z.array(ItemAnswer) }).describe('The items.');

/** Members of the answer to a stale PUT: the current item, and what differs. */
export const staleMembers = {
  current: ItemAnswer.optional().describe('The current item.'),
  differing: z.array(z.string()).optional().describe('JSON paths that differ from what the caller read.'),
};

/** The revisions of an item. */
export const RevisionList = z
  .object({
    revisions: z.array(
      z.object({
        revision: z.int(),
        at: Time,
        by: z.string(),
        action: z
          .string()
          .describe('The action: create, import, edit, approve, skip, draft, delete, restore, duplicate.'),
        status: ItemStatus.describe('The status after this revision.'),
        etag: z.string(),
      }),
    ),
    before: z.int().nullable().describe('Request older ones with `before=`. null if there are none.'),
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
      .describe('Turns, matched by ID.'),
  })
  .describe('The differences, by field and by turn.');
export type ItemDiff = z.output<typeof ItemDiff>;
