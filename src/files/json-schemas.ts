import { z } from 'zod';
import { WrittenItem } from '../conversation/item/written-item.ts';
import { EvalShape } from './eval/eval-shape.ts';
import { SamplesShape } from './samples/sample-shape.ts';
import { TargetsShape } from './targets/read-targets.ts';

/** A snapshot: items, and when and how they were selected. The type is written out: its declaration would be 50 KB. */
export const SnapshotShape: z.ZodObject = z.looseObject({
  schemaVersion: z.union([z.string(), z.number()]).optional().describe('Version of the format. Ignored.'),
  snapshotAt: z.string().optional().describe('Time of the snapshot. Ignored.'),
  datasetNames: z.array(z.string()).optional().describe('Datasets of the items. Ignored.'),
  count: z.number().optional().describe('Number of items. Turnwise warns if it does not match.'),
  filters: z.unknown().optional().describe('Filters that selected the items. Ignored.'),
  items: z.array(WrittenItem).describe('The items.'),
});

/** The whole file, for the JSON Schema that editors use: one item, a list of them, or a snapshot. */
const ItemShape = z.union([SnapshotShape, z.array(WrittenItem), WrittenItem]);

type SchemaName = 'eval' | 'targets' | 'samples' | 'item';
const shapes: Readonly<Record<SchemaName, z.ZodType>> = {
  eval: EvalShape,
  targets: TargetsShape,
  samples: SamplesShape,
  item: ItemShape,
};
export const schemaNames = Object.keys(shapes);

/** JSON Schemas of the files people write, for editors and other tools. */
export function jsonSchemas(): Record<SchemaName, object> {
  return {
    eval: toJsonSchema('eval'),
    targets: toJsonSchema('targets'),
    samples: toJsonSchema('samples'),
    item: toJsonSchema('item'),
  };
}

export function toJsonSchema(name: SchemaName): object {
  return { title: `Turnwise ${name} file`, ...z.toJSONSchema(shapes[name], { io: 'input', unrepresentable: 'any' }) };
}

export function isSchemaName(name: string): name is SchemaName {
  return Object.hasOwn(shapes, name);
}
