import { z } from 'zod';
import { ItemName } from '../conversation/item.ts';
import { WrittenItem } from '../conversation/written-item.ts';
import { Remark } from './item-answer.ts';
import { Flag } from './query-values.ts';

export const ImportQuery = z.strictObject({
  mode: z
    .enum(['create', 'upsert'])
    .default('create')
    .describe('What happens to an item that is there with other content. create: it fails. upsert: it is changed.'),
  atomic: Flag.optional().describe('All or nothing: one that fails keeps all from being stored.'),
  dryRun: Flag.optional().describe('Say what would happen, and store nothing.'),
  approve: Flag.optional().describe('Approve what is imported; an item that may not be approved fails.'),
  dataset: ItemName.max(1000).optional().describe('The dataset of items that name none.'),
});
export type ImportQuery = z.infer<typeof ImportQuery>;

const ImportedItem = WrittenItem.meta({ id: 'ImportedItem' });

/** What is imported. It is read by the one parser of items; this only describes it. */
export const ImportBody = z
  .union([z.array(ImportedItem), ImportedItem, z.object({ items: z.array(ImportedItem) })])
  .describe(
    'A list of items, one item, or a snapshot file. As NDJSON: one item a line, streamed, without a limit on the whole.',
  )
  .meta({
    examples: [
      [
        {
          id: 'late-refund',
          datasetName: 'refunds',
          history: [
            { role: 'user', msg: 'My parcel came after 20 days. Can I send it back?' },
            {
              role: 'assistant',
              msg: 'Yes, within 14 days of its arrival.',
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
  index: z.int().describe('Its place in the list, from 0; in NDJSON its line, from 1.'),
  dataset: z.string().optional().describe('Absent when the item could not be read that far.'),
  id: z.string().optional(),
  verdict: z.enum(['created', 'unchanged', 'updated', 'failed']),
  problems: z.array(Remark).optional().describe('Why it failed.'),
  warnings: z.array(Remark).optional().describe('What to look at; it was imported all the same.'),
});

const Place = { dataset: z.string(), id: z.string(), path: z.string() };

/** What became of an import. */
export const ImportAnswer = z
  .looseObject({
    results: z
      .array(ImportResult.loose())
      .describe('One for each item, in the order they came; of more than a million, the first million.'),
    counts: z.looseObject({ created: Count, unchanged: Count, updated: Count, failed: Count }),
    stored: z.boolean().describe('false: nothing was kept, because it was a dry run, or atomic with one that failed.'),
    piiWarnings: z
      .array(z.looseObject({ ...Place, kind: z.string(), snippet: z.string().describe('Masked.') }))
      .describe('E-mail addresses, phone and card numbers. The first 1 000; `counts` has them all.'),
    duplicateWarnings: z
      .array(z.looseObject({ dataset: z.string(), id: z.string() }))
      .describe('Items that ask what an approved item asks. The first 1 000; `counts` has them all.'),
  })
  .describe('What became of each item.')
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
