import { z } from 'zod';
import { joinList } from '../base/list-text.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { ItemDiff } from './item-answer.ts';
import { ItemFilterFields } from './item-query.ts';
import { Flag, shortText } from './query-values.ts';

export const SnapshotBody = z
  .strictObject({
    filter: z
      .preprocess(keepValues, ItemFilterFields)
      .optional()
      .describe('Filters of the items, with lists as arrays. Default: all approved items.'),
  })
  .nullish()
  .meta({ examples: [{ filter: { dataset: ['refunds'], status: ['approved'] } }] });

const Filter = z.record(z.string(), z.unknown());

export const SnapshotManifest = z
  .looseObject({
    id: z.string().describe('Derived from the content: the same items give the same snapshot.'),
    schemaVersion: z.string(),
    contentHash: z.string().describe('Hash of the items, without timestamps.'),
    count: z.int(),
    filters: Filter,
    createdAt: z.string(),
    createdBy: z.string(),
  })
  .describe("The snapshot's manifest.")
  .meta({
    id: 'Snapshot',
    examples: [
      {
        id: 's-4f2c8a90b1d36e57',
        createdAt: '2026-01-05T09:00:00.000Z',
        createdBy: 'ada',
        schemaVersion: '1',
        contentHash: '4f2c8a90b1d36e57…',
        filters: { status: ['approved'], dataset: ['refunds'] },
        count: 1,
      },
    ],
  });

export const SnapshotList = z.object({ snapshots: z.array(SnapshotManifest) }).describe('Newest first.');

export const SnapshotParams = z.strictObject({ id: shortText(200).describe('Snapshot ID.') });

export const SnapshotQuery = z.strictObject({
  items: Flag.default(true).describe('false: only the manifest, without the items.'),
});

/** The file: the same bytes whenever the same items are taken. It imports again. */
export const SnapshotFile = z
  .looseObject({
    schemaVersion: z.string(),
    contentHash: z.string(),
    filters: Filter,
    datasetNames: z.array(z.string()),
    count: z.int(),
    itemKeys: z.array(z.tuple([z.string(), z.string()])),
    items: z.array(z.looseObject({ id: z.string(), datasetName: z.string() })),
  })
  .describe('The snapshot with its items, sorted by key.');

export const SnapshotDiffQuery = z.strictObject({
  from: shortText(200).describe('ID of the earlier snapshot.'),
  to: shortText(200).describe('ID of the later snapshot.'),
});

const Key = z.looseObject({ dataset: z.string(), id: z.string() });

export const SnapshotDiff = z
  .looseObject({
    added: z.array(Key),
    removed: z.array(Key),
    changed: z.array(Key.extend({ diff: ItemDiff.optional() }).loose()),
  })
  .describe('Items added, removed and changed. Changed items are compared turn by turn.');

export const ExportQuery = ItemFilterFields.extend({
  withAudit: Flag.optional().describe('Include who edited, claimed and reviewed each item, and when.'),
  format: z
    .enum(['items', 'openai', 'sharegpt', 'anthropic', 'messages'])
    .default('items')
    .describe('items: everything, without loss. The others are chat formats and contain less.'),
});

/** In the list of a JSON body, a text is one value, even with commas. */
function keepValues(filter: unknown): unknown {
  if (!isPlainObject(filter)) return filter;
  const toOne = (value: unknown) => (typeof value === 'string' ? joinList([value]) : value);
  const entries = Object.entries(filter).map(([key, value]) => [key, Array.isArray(value) ? value.map(toOne) : value]);
  return Object.fromEntries(entries);
}
