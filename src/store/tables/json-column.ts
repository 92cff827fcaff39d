import type { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';

/** A column of JSON as an object. `what` names the row for the Fault when it is none: `message 12`. */
export function parseObject(text: string, what: string): Record<string, unknown> {
  const value = parseColumn(text, what);
  if (!isPlainObject(value)) throw damagedFault(what);
  return value;
}

/** A column of JSON that is a text: JSON keeps characters that the engine's own texts cannot contain. */
export function parseText(text: string, what: string): string {
  const value = parseColumn(text, what);
  if (typeof value !== 'string') throw damagedFault(what);
  return value;
}

export function parseColumn(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw damagedFault(what, cause);
  }
}

/** A column of JSON that has to fit a schema. For rows that are read one at a time: it costs more than a look. */
export function parseWith<Schema extends z.ZodType>(schema: Schema, text: string, what: string): z.output<Schema> {
  const result = schema.safeParse(parseColumn(text, what));
  if (!result.success) throw damagedFault(what, result.error);
  return result.data;
}

export function damagedFault(what: string, cause?: unknown): Fault {
  return new Fault(
    {
      code: 'STORE_UNREADABLE',
      message: `The database is damaged: ${what} cannot be read.`,
      hint: 'Restore a backup, or remove the run or the item.',
    },
    { cause },
  );
}
