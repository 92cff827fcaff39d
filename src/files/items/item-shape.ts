import { z } from 'zod';
import { WrittenItem } from '../../conversation/written-item.ts';

/** A snapshot of the founding curator: items, and when and how they were picked. */
const Snapshot = z.looseObject({
  schemaVersion: z.union([z.string(), z.number()]).optional().describe('Version of the shape. Not read.'),
  snapshotAt: z.string().optional().describe('When the snapshot was taken. Not read.'),
  datasetNames: z.array(z.string()).optional().describe('The datasets of the items. Not read.'),
  count: z.number().optional().describe('How many items there are; another number of items gives a warning.'),
  filters: z.unknown().optional().describe('How the items were picked. Not read.'),
  items: z.array(WrittenItem).describe('The items.'),
});

/** The whole file, for the JSON Schema that editors use: one item, a list of them, or a snapshot. */
export const ItemShape = z.union([Snapshot, z.array(WrittenItem), WrittenItem]);
