import { z } from 'zod';
import { EvalShape } from './eval/eval-shape.ts';
import { ItemShape } from './items/item-shape.ts';
import { SamplesShape } from './samples/sample-shape.ts';
import { TargetsShape } from './targets/targets-shape.ts';

const shapes = { eval: EvalShape, targets: TargetsShape, samples: SamplesShape, item: ItemShape } as const;

export type SchemaName = keyof typeof shapes;
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
