import { z } from 'zod';
import { definedOnly } from '../base/defined-only.ts';
import { quoteValue } from '../base/explain-issue.ts';
import { findNearest } from '../base/nearest.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { checkSchema, type SchemaIssue } from '../base/schema-check.ts';
import { Item, type ItemStatus, ReplySettlement } from '../conversation/item/item.ts';
import { parseItemTags } from '../conversation/item/item-tags.ts';
import {
  checkFreeData,
  itemBounds,
  type ParseResult,
  toBadValue,
  underPath,
  withoutNulls,
} from '../conversation/item/parse-result.ts';
import type { ItemPatch, PatchContext } from './item-patch.ts';
import { parseTalkPatch } from './patch-talk.ts';

/** What a GET answers and a PUT leaves aside. */
const ignored: readonly string[] = [
  ...['_etag', '_warnings', 'tags', 'computedTags', 'totalReferences', 'revision', 'createdAt'],
  ...['updatedAt', 'updatedBy', 'reviewedAt', 'assignedTo', 'assignedAt', 'skippedBy'],
];

/** The fields that no parser of their own reads. */
const Fields = Item.omit({
  ...{ id: true, datasetName: true, status: true, audit: true },
  ...{ refs: true, history: true, manualTags: true },
}).partial();
const plainFields = Object.keys(Fields.shape);
/** What a PUT says about the change itself. */
const words = ['settle', 'reason'] as const;
const known: readonly string[] = [...Object.keys(Item.shape).filter((field) => field !== 'audit'), ...words];

/** Reads the body of a PUT against the item as it is. Nothing is changed; issues have paths as seen from the body. */
export function parsePatch(value: unknown, context: PatchContext): ParseResult<ItemPatch> {
  if (!isPlainObject(value)) {
    const message = `Expected the fields of an item to change, got ${quoteValue(value)}.`;
    return { issues: [toBadValue([], message, 'Send them as a JSON object: {"answer": "…"}.')] };
  }
  const fields = parseFields(value);
  const tags = parseTags(value.manualTags);
  const talk = parseTalkPatch(value, context);
  const said = parseWords(value);
  const issues = [
    ...checkKeys(value),
    ...checkNames(value, context.key),
    ...checkStatus(value.status, context.current.status),
    ...[fields, tags, talk, said].flatMap((part) => part.issues),
    ...checkSubstance(value, context.current),
  ];
  if (issues.length > 0) return { issues };
  // The status was checked against the words that are allowed.
  const status = value.status === undefined ? {} : { status: value.status as ItemStatus };
  return { value: { ...fields.value, ...tags.value, ...talk.value, ...said.value, ...status }, issues };
}

/** More would tell nobody more, and looking for what was meant takes time. */
const maxUnknownKeys = 50;

function checkKeys(value: Record<string, unknown>): readonly SchemaIssue[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key) && !ignored.includes(key))
    .slice(0, maxUnknownKeys)
    .map((key) => {
      const meant = aliases.get(key) ?? findNearest(key, known);
      const hint = meant === undefined ? 'Put other data in "meta".' : `Did you mean "${meant}"?`;
      return {
        ...{ kind: 'unknown-key', path: [key], at: 'key', message: `Unknown key ${quoteValue(key)}.`, hint },
        ...(meant === undefined ? {} : { meant }),
      } as const;
    });
}

/** Names that an import reads and an item does not have. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['messages', 'history'],
  ['dataset', 'datasetName'],
]);

function checkNames(value: Record<string, unknown>, { dataset, id }: PatchContext['key']): readonly SchemaIssue[] {
  return Object.entries({ id, datasetName: dataset }).flatMap(([field, name]) => {
    if (value[field] === undefined || value[field] === name) return [];
    const message = `The URL has ${quoteValue(name)}, but "${field}" is ${quoteValue(value[field])}.`;
    return [toBadValue([field], message, 'An item cannot be renamed. Remove the field, or duplicate the item.')];
  });
}

function checkStatus(status: unknown, current: ItemStatus): readonly SchemaIssue[] {
  if (status === undefined || status === current) return [];
  const allowed: readonly unknown[] = ['approved', 'skipped', 'draft'];
  if (allowed.includes(status)) return [];
  return [toBadValue(['status'], `Expected approved, skipped or draft, got ${quoteValue(status)}.`)];
}

function parseFields(value: Record<string, unknown>): ParseResult<ItemPatch> {
  const carried = plainFields.filter((field) => value[field] !== undefined);
  const cleared = carried.filter((field) => value[field] === null);
  const written = withoutNulls(Object.fromEntries(carried.map((field) => [field, value[field]])));
  const checked = checkSchema(Fields, written);
  const issues = [...(checked.issues ?? []), ...checkFreeData(value.meta, ['meta'])];
  if (checked.value === undefined || issues.length > 0) return { issues };
  const nulls = Object.fromEntries(cleared.map((field) => [field, field === 'meta' ? {} : null]));
  // Every field of `checked` is there with its value, since only those carried were checked; the others are null.
  return { value: { ...checked.value, ...nulls } as ItemPatch, issues };
}

function parseTags(value: unknown): ParseResult<Pick<ItemPatch, 'manualTags'>> {
  if (value === undefined) return { value: {}, issues: [] };
  const parsed = value === null ? { value: [], issues: [] } : parseItemTags(value);
  if (parsed.value === undefined) return { issues: underPath(['manualTags'], parsed.issues) };
  return { value: { manualTags: [...parsed.value] }, issues: [] };
}

const longestReason = 10_000;

const Words = z
  .object({
    settle: z.array(ReplySettlement).max(itemBounds.turns),
    reason: z.string().max(longestReason),
  })
  .partial();

function parseWords(value: Record<string, unknown>): ParseResult<Pick<ItemPatch, 'settle' | 'reason'>> {
  const carried = words.filter((word) => value[word] !== undefined && value[word] !== null);
  const checked = checkSchema(Words, Object.fromEntries(carried.map((word) => [word, value[word]])));
  if (checked.value === undefined) return { issues: checked.issues ?? [] };
  return { value: definedOnly(checked.value), issues: [] };
}

/** What is said about failing replies has to be about turns that have one. */
export function checkSettlements(item: Item, settlements: readonly ReplySettlement[] = []): readonly SchemaIssue[] {
  return settlements.flatMap(({ turnId }, index) => {
    const turn = item.history?.find(({ id }) => id === turnId);
    if (turn?.replyUnderTest !== undefined) return [];
    const message =
      turn === undefined
        ? `The item has no turn with the id ${quoteValue(turnId)}.`
        : `The turn ${quoteValue(turnId)} has no failing reply to settle.`;
    return [toBadValue(['settle', index, 'turnId'], message, 'Use the id of a turn that has "replyUnderTest".')];
  });
}

const substance = ['history', 'synthQuestion', 'editedQuestion'] as const;

/** An item with neither turns nor a question says nothing, and no import would read it back. */
function checkSubstance(value: Record<string, unknown>, current: Item): readonly SchemaIssue[] {
  const isLeft = (field: (typeof substance)[number]) =>
    (value[field] === undefined ? current[field] : value[field]) != null;
  if (substance.some(isLeft)) return [];
  const cleared = substance.filter((field) => value[field] === null);
  return cleared.map((field) => toBadValue([field], 'The item would be left with no history and no question.'));
}
