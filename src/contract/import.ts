import { z } from 'zod';
import { ItemName } from '../conversation/item/item.ts';
import { WrittenItem } from '../conversation/item/written-item.ts';
import { Remark } from './item-answer.ts';
import { Flag } from './query-values.ts';

export const ImportQuery = z.strictObject({
  mode: z
    .enum(['create', 'upsert'])
    .default('create')
    .describe('What to do with an item that exists with different content. create: it fails. upsert: it is updated.'),
  atomic: Flag.optional().describe('All or nothing: one failure stops the whole import.'),
  dryRun: Flag.optional().describe('Report what would happen, without storing anything.'),
  approve: Flag.optional().describe("Approve the imported items. An item that can't be approved fails."),
  dataset: ItemName.max(1000).optional().describe("Dataset for items that don't name one."),
});
export type ImportQuery = z.infer<typeof ImportQuery>;

const ImportedItem = WrittenItem.meta({ id: 'ImportedItem' });

/** What is imported. It is read by the one parser of items; this only describes it. */
export const ImportBody = z
  .union([z.array(ImportedItem), ImportedItem, z.object({ items: z.array(ImportedItem) })])
  .describe(
    'A list of items, one item, or a snapshot file. As NDJSON: one item per line, streamed, with no total size limit.',
  )
  .meta({
    examples: [
      [
        {
          id: 'late-refund',
          datasetName: 'refunds',
          history: [
            { role: 'user', msg: 'My package arrived after 20 days. Can I return it?' },
            {
              role: 'assistant',
              msg: 'Yes, within 14 days of delivery.',
              refs: [{ url: 'https://example.com/returns', title: 'Returns' }],
            },
          ],
          manualTags: ['topic:refunds'],
        },
      ],
    ],
  });

const Count = z.int().nonnegative();

export const ImportResult = z.object({
  index: z.int().describe('Index in the list, from 0. In NDJSON, the line, from 1.'),
  dataset: z.string().optional().describe('Absent if it could not be read.'),
  id: z.string().optional(),
  verdict: z.enum(['created', 'unchanged', 'updated', 'failed']),
  problems: z.array(Remark).optional().describe('Why it failed.'),
  warnings: z.array(Remark).optional().describe("Warnings. They don't block the import."),
});

const Place = { dataset: z.string(), id: z.string(), path: z.string() };

/** The result of an import. */
export const ImportAnswer = z
  .looseObject({
    results: z.array(ImportResult.loose()).describe('One for each item, in order. At most the first million.'),
    counts: z.looseObject({ created: Count, unchanged: Count, updated: Count, failed: Count }),
    stored: z.boolean().describe('false: nothing was stored. It was a dry run, or an atomic import with a failure.'),
    piiWarnings: z
      .array(z.looseObject({ ...Place, kind: z.string(), snippet: z.string().describe('Masked.') }))
      .describe('Email addresses, phone and card numbers. The first 1,000. `counts` has the total.'),
    duplicateWarnings: z
      .array(z.looseObject({ dataset: z.string(), id: z.string() }))
      .describe('Possible duplicates of approved items. The first 1,000. `counts` has the total.'),
  })
  .describe('The result for each item.')
  .meta({
    examples: [
      {
        results: [{ index: 0, dataset: 'refunds', id: 'late-refund', verdict: 'created' }],
        counts: { created: 1, unchanged: 0, updated: 0, failed: 0, piiWarnings: 0, duplicateWarnings: 0 },
        stored: true,
        piiWarnings: [],
        duplicateWarnings: [],
      },
    ],
  });
