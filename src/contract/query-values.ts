import { z } from 'zod';
import { splitList } from '../base/list-text.ts';

/** A yes or no of a query: bare `?atomic`, or `=true`, `=1`, `=false`, `=0`. */
export const Flag = z.preprocess(toBoolean, z.boolean({ error: 'Expected true or false.' }));

function toBoolean(value: unknown): unknown {
  if (value === '' || value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : value;
}

/** A whole number of a query. */
export function wholeNumber(bounds: { readonly min: number; readonly max: number }) {
  return z.preprocess(toNumber, z.int().min(bounds.min).max(bounds.max));
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Several values of a query, with commas between them or as a repeated parameter; in a JSON body also a list. */
export function listOf<Value extends z.ZodType>(value: Value, max = 100) {
  return z.preprocess(toList, z.array(value).min(1).max(max));
}

function toList(value: unknown): unknown {
  if (typeof value === 'string') return splitList(value);
  return Array.isArray(value) ? value.flatMap((part) => (typeof part === 'string' ? splitList(part) : [part])) : value;
}

/** A filter of a query. A form sends an empty field as blank text, which counts as absent. */
export function filterOf<Value extends z.ZodType>(value: Value) {
  return z.preprocess(dropBlank, value.optional()).optional();
}

/** A filter by text whose surrounding spaces mean nothing. */
export function trimmedFilterOf<Value extends z.ZodType>(value: Value) {
  return z.preprocess((given) => trimText(dropBlank(given)), value.optional()).optional();
}

function dropBlank(value: unknown): unknown {
  if (typeof value === 'string') return /^[\s,]*$/.test(value) ? undefined : value;
  // A repeated parameter of which some are blank. A list without entries is refused, as it would match everything.
  if (!Array.isArray(value) || value.length === 0) return value;
  const kept = value.filter((part) => typeof part !== 'string' || part.trim() !== '');
  return kept.length === 0 ? undefined : kept;
}

function trimText(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value;
}

/** Text of a query or a small field of a body: something in it, and not endless. */
export function shortText(max = 1000) {
  return z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', 'Expected text, got none.');
}

/** Where the page before ended, as its answer said. */
export const Cursor = z.string().min(1).max(4000).describe('`cursor` of the previous page.');

/** An id of an item says nothing without its dataset. */
export function namesDataset(query: {
  readonly dataset?: string | undefined;
  readonly item?: string | undefined;
}): boolean {
  return query.item === undefined || query.dataset !== undefined;
}

export const datasetNeeded = { path: ['dataset'], error: "Add the item's dataset too." };
