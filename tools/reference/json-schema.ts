import { z } from 'zod';
import { links } from './links.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * The JSON Schema of a shape. Shapes that have a section of their own appear in it as `$ref`s to their place in the
 * docs, whatever description the key gives them; the shape itself is written out.
 */
export function toLinkedSchema(shape: z.ZodType): JsonSchema {
  return toReferringSchema(shape, 'input', (other) => links.find((link) => Object.is(link.shape, other))?.name);
}

/** A JSON Schema in which every shape that has a name is a `$ref` to it, except the shape itself. */
export function toReferringSchema(
  shape: z.ZodType,
  io: 'input' | 'output',
  findName: (shape: z.core.$ZodType) => string | undefined,
): JsonSchema {
  return z.toJSONSchema(shape, { io, unrepresentable: 'any', metadata: new NamedShapes(shape, findName) });
}

/** The descriptions of all shapes, with ids for those that have a name. */
class NamedShapes extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  readonly #top: z.ZodType;
  readonly #findName: (shape: z.core.$ZodType) => string | undefined;

  constructor(top: z.ZodType, findName: (shape: z.core.$ZodType) => string | undefined) {
    super();
    this.#top = top;
    this.#findName = findName;
  }

  override get<Schema extends z.core.$ZodType>(schema: Schema) {
    const { id: _, ...described } = z.globalRegistry.get(schema) ?? {};
    const name = Object.is(schema, this.#top) ? undefined : this.#findName(schema);
    return name === undefined ? described : { ...described, id: name };
  }

  override has(): boolean {
    return true;
  }
}

/** The schema at a place that may be `true` for anything. */
export function toSchema(schema: JsonSchema | boolean | undefined): JsonSchema {
  return typeof schema === 'object' ? schema : {};
}
