import { z } from 'zod';
import { WrittenItem } from '../../conversation/item/written-item.ts';

/** A snapshot: items, and when and how they were selected. */
const Snapshot = z.looseObject({
  schemaVersion: z.union([z.string(), z.number()]).optional().describe('Version of the format. Ignored.'),
  snapshotAt: z.string().optional().describe('Time of the snapshot. Ignored.'),
  datasetNames: z.array(z.string()).optional().describe('Datasets of the items. Ignored.'),
  count: z.number().optional().describe('Number of items. Turnwise warns if it does not match.'),
  filters: z.unknown().optional().describe('Filters that selected the items. Ignored.'),
  items: z.array(WrittenItem).describe('The items.'),
});

/** The whole file, for the JSON Schema that editors use: one item, a list of them, or a snapshot. */
export const ItemShape = z.union([Snapshot, z.array(WrittenItem), WrittenItem]);
