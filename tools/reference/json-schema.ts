import { z } from 'zod';
import { links } from './links.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * The JSON Schema of a shape. Shapes that have a section of their own appear in it as `$ref`s to their place in the
 * docs, whatever description the key gives them; the shape itself is written out.
 */
export function toLinkedSchema(shape: z.ZodType): JsonSchema {
  const metadata = new LinkRegistry(shape);
  return z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any', metadata });
}

/** The descriptions of the shapes, and for each linked shape an id. */
class LinkRegistry extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  readonly #top: z.ZodType;

  constructor(top: z.ZodType) {
    super();
    this.#top = top;
  }

  override get<Schema extends z.core.$ZodType>(schema: Schema) {
    const described = z.globalRegistry.get(schema);
    const link = Object.is(schema, this.#top) ? undefined : links.find(({ shape }) => Object.is(shape, schema));
    return link === undefined ? described : { ...described, id: link.name };
  }

  override has(schema: z.core.$ZodType): boolean {
    return this.get(schema) !== undefined;
  }
}

/** The schema at a place that may be `true` for anything. */
export function toSchema(schema: JsonSchema | boolean | undefined): JsonSchema {
  return typeof schema === 'object' ? schema : {};
}
