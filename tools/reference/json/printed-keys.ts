import type { z } from 'zod';
import { isPlainObject } from '../../../src/base/plain-object.ts';
import { type JsonSchema, toSchema } from '../json-schema.ts';
import { findShared, toPrintedSchema } from './list-keys.ts';

/** Which described keys were printed, and which printed keys no shape describes. Both as `Shape: path`. */
export class PrintedKeys {
  readonly known = new Set<string>();
  readonly unknown = new Set<string>();
  readonly #schemas = new Map<z.ZodType, JsonSchema>();

  add(name: string, shape: z.ZodType, value: unknown): void {
    this.#visit(value, this.#toSchema(shape), { name, path: '' });
  }

  #toSchema(shape: z.ZodType): JsonSchema {
    const known = this.#schemas.get(shape) ?? toPrintedSchema(shape);
    this.#schemas.set(shape, known);
    return known;
  }

  #visit(value: unknown, schema: JsonSchema, place: Place): void {
    if (schema.$ref !== undefined) {
      const shared = findShared(schema.$ref);
      if (shared !== undefined) this.#visit(value, this.#toSchema(shared.shape), { name: shared.name, path: '' });
      return;
    }
    const options = (schema.anyOf ?? schema.oneOf)?.map(toSchema);
    if (Array.isArray(value)) {
      const items = [schema, ...(options ?? [])].find(({ type }) => type === 'array')?.items;
      const inner = place.path === '' ? place : { ...place, path: `${place.path}[]` };
      for (const one of value) this.#visit(one, toSchema(items as JsonSchema), inner);
    } else if (isPlainObject(value)) this.#visitObject(value, options ?? [schema], place);
  }

  #visitObject(value: Record<string, unknown>, options: readonly JsonSchema[], place: Place): void {
    const ref = options.find(({ $ref }) => $ref !== undefined);
    if (ref !== undefined) {
      this.#visit(value, ref, place);
      return;
    }
    const described = options.filter(({ type }) => type === 'object');
    for (const [key, one] of Object.entries(value)) {
      const found = described.flatMap(({ properties = {} }) =>
        Object.hasOwn(properties, key) ? [toSchema(properties[key])] : [],
      );
      const [schema] = found;
      const values = described.find(({ properties }) => properties === undefined)?.additionalProperties;
      const path = [place.path, schema === undefined && values !== undefined ? '<key>' : key]
        .filter((part) => part !== '')
        .join('.');
      if (schema !== undefined) this.known.add(`${place.name}: ${path}`);
      else if (described.length > 0 && described.every(isClosed)) this.unknown.add(`${place.name}: ${path}`);
      const inner = found.length > 1 ? { anyOf: found } : (schema ?? toSchema(values));
      this.#visit(one, inner, { ...place, path });
    }
  }
}

function isClosed({ additionalProperties }: JsonSchema): boolean {
  return additionalProperties === false;
}

interface Place {
  readonly name: string;
  readonly path: string;
}
