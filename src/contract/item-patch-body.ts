import { z } from 'zod';
import { definedOnly } from '../base/defined-only.ts';
import { quoteValue } from '../base/explain-issue.ts';
import { renderJsonPath } from '../base/json-value.ts';
import { findNearest } from '../base/nearest.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { checkSchema, type PathSegment, type SchemaIssue } from '../base/schema-check.ts';
import { Item, ItemStatus, ReplySettlement } from '../conversation/item/item.ts';
import { parseItemTags } from '../conversation/item/item-tags.ts';
import { parseHistory } from '../conversation/item/parse-history.ts';
import { parseRefs } from '../conversation/item/parse-ref.ts';
import {
  checkFreeData,
  itemBounds,
  type ParseResult,
  toBadValue,
  underPath,
  withoutNulls,
} from '../conversation/item/parse-result.ts';
import { WrittenItem } from '../conversation/item/written-item.ts';
import { type ItemPatch, type SentPatch, statusHint } from '../curate/item-patch.ts';
import { ItemAnswer } from './item-answer.ts';

/** Keys of a GET that no PUT can change. */
const readOnlyKeys = Object.keys(ItemAnswer.shape).filter((key) => !Object.hasOwn(Item.shape, key));
const readOnly = z.unknown().optional().describe('Read-only. Ignored in a PUT.');
const longestReason = 10_000;

/** The body of a PUT of an item. `parseItemPatch` parses it and explains what is wrong in the words of an item. */
export const ItemPatchBody = z
  .strictObject({
    ...WrittenItem.omit({ dataset: true, messages: true }).partial().shape,
    id: z.string().optional().describe('Must be the ID in the URL.'),
    datasetName: z.string().optional().describe('Must be the dataset in the URL.'),
    ...Object.fromEntries(readOnlyKeys.map((key) => [key, readOnly])),
    settle: z
      .array(ReplySettlement)
      .max(itemBounds.turns)
      .optional()
      .describe('Explains why failed replies of a run are right answers, so the item can be approved.'),
    reason: z
      .string()
      .max(longestReason)
      .optional()
      .describe(
        'The reason. Required to approve an item with an answer that fails its own answer key. Stored in the audit log.',
      ),
  })
  .describe('Only the fields to change. null clears an optional field. You can send back what GET returned.')
  .meta({ id: 'ItemPatch', examples: [{ status: 'approved' }, { answer: 'Within 14 days.', comment: 'Checked.' }] });

/** The part of a request that its body has to agree with. */
export interface PatchAddress {
  readonly key: { readonly dataset: string; readonly id: string };
  /** flat: `refs` is the list of all refs, and refs of turns have a `turnIndex`. */
  readonly refs: 'nested' | 'flat';
}

/** Parses the body of a PUT as far as that is possible without the item. Finds all issues; their paths start at the body. */
export function parseItemPatch(value: unknown, { key, refs: shape }: PatchAddress): ParseResult<SentPatch> {
  if (!isPlainObject(value)) {
    const message = `Expected the fields of an item to change, got ${quoteValue(value)}.`;
    return { issues: [toBadValue([], message, 'Send them as a JSON object: {"answer": "…"}.')] };
  }
  const plain = parsePlainFields(value);
  const status = parseStatus(value.status);
  const tags = parseTags(value.manualTags);
  const talk = parseTalk(value, shape);
  const words = parseWords(value);
  const issues = [
    ...checkKeys(value),
    ...checkNames(value, key),
    ...[status, plain, tags, talk, words].flatMap((part) => part.issues),
  ];
  if (issues.length > 0 || talk.value === undefined) return { issues };
  const all = { ...plain.value, ...status.value, ...tags.value, ...words.value, ...talk.value.fields };
  return { value: { ...talk.value, fields: all }, issues };
}

const known = Object.keys(ItemPatchBody.shape).filter((key) => !readOnlyKeys.includes(key));

/** A longer list would not help the reader, and finding the nearest key takes time. */
const maxUnknownKeys = 50;

function checkKeys(value: Record<string, unknown>): readonly SchemaIssue[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key) && !readOnlyKeys.includes(key))
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

/** Names that an import reads and a PUT does not. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['messages', 'history'],
  ['dataset', 'datasetName'],
]);

function checkNames(value: Record<string, unknown>, { dataset, id }: PatchAddress['key']): readonly SchemaIssue[] {
  return Object.entries({ id, datasetName: dataset }).flatMap(([field, name]) => {
    if (value[field] === undefined || value[field] === name) return [];
    const message = `The URL has ${quoteValue(name)}, but "${field}" is ${quoteValue(value[field])}.`;
    return [toBadValue([field], message, 'An item cannot be renamed. Remove the field, or duplicate the item.')];
  });
}

/** Whether the item may get this status depends on the item. */
function parseStatus(value: unknown): ParseResult<Pick<ItemPatch, 'status'>> {
  if (value === undefined) return { value: {}, issues: [] };
  const { data: status } = ItemStatus.safeParse(value);
  if (status === undefined) return { issues: [toBadValue(['status'], `${statusHint}, got ${quoteValue(value)}.`)] };
  return { value: { status }, issues: [] };
}

/** The fields that have no parser of their own. */
const Fields = Item.omit({
  ...{ id: true, datasetName: true, status: true, audit: true },
  ...{ refs: true, history: true, manualTags: true },
}).partial();
const plainFields = Object.keys(Fields.shape);

function parsePlainFields(value: Record<string, unknown>): ParseResult<ItemPatch> {
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

const Words = ItemPatchBody.pick({ settle: true, reason: true });
const words = ['settle', 'reason'] as const;

/** What a PUT says about the change itself. */
function parseWords(value: Record<string, unknown>): ParseResult<Pick<ItemPatch, 'settle' | 'reason'>> {
  const carried = words.filter((word) => value[word] !== undefined && value[word] !== null);
  const checked = checkSchema(Words, Object.fromEntries(carried.map((word) => [word, value[word]])));
  if (checked.value === undefined) return { issues: checked.issues ?? [] };
  return { value: definedOnly(checked.value), issues: [] };
}

/** `history` and `refs`. */
function parseTalk(value: Record<string, unknown>, shape: PatchAddress['refs']): ParseResult<SentPatch> {
  const turns = value.history == null ? undefined : parseHistory(withoutMarks(value.history));
  const list = value.refs === undefined ? undefined : parseRefs(value.refs ?? []);
  const read = [...underPath(['history'], turns?.issues ?? []), ...underPath(['refs'], list?.issues ?? [])];
  const issues = shape === 'nested' ? [...read, ...checkNested(value).filter(isNewTo(read))] : read;
  if (issues.length > 0) return { issues };
  const history = turns?.value === undefined ? null : [...turns.value];
  const fields = value.history === undefined ? {} : { history };
  const refs = list?.value;
  if (shape === 'flat') return { value: { fields, flat: refs === undefined ? {} : { refs } }, issues };
  return { value: { fields: refs === undefined ? fields : { ...fields, refs: refs.map(({ ref }) => ref) } }, issues };
}

/** The server keeps `replyUnderTest`, so a PUT cannot change it, and an invalid mark is accepted. */
function withoutMarks(history: unknown): unknown {
  if (!Array.isArray(history)) return history;
  return history.map((turn: unknown) => {
    if (!isPlainObject(turn) || !Object.hasOwn(turn, 'replyUnderTest')) return turn;
    const { replyUnderTest: _kept, ...rest } = turn;
    return rest;
  });
}

/** A turn number that is wrong anyway is reported once. */
function isNewTo(issues: readonly SchemaIssue[]): (issue: SchemaIssue) => boolean {
  const reported = new Set(issues.map(({ path }) => renderJsonPath(path)));
  return ({ path }) => !reported.has(renderJsonPath(path));
}

/** In a nested item, a ref is in its turn. A ref that also names a turn was sent to the wrong URL. */
function checkNested({ refs, history }: Record<string, unknown>): readonly SchemaIssue[] {
  const turns = Array.isArray(history) ? history : [];
  return [
    ...checkPlaces(refs, ['refs']),
    ...turns.flatMap((turn, index) => (isPlainObject(turn) ? checkPlaces(turn.refs, ['history', index, 'refs']) : [])),
  ];
}

function checkPlaces(refs: unknown, path: readonly PathSegment[]): readonly SchemaIssue[] {
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((ref, index) => {
    const key = isPlainObject(ref) ? ['turnIndex', 'messageIndex'].find((name) => ref[name] != null) : undefined;
    if (key === undefined) return [];
    return [
      toBadValue(
        [...path, index, key],
        `"${key}" works only with ?refs=flat.`,
        'Put the reference in its turn, or add ?refs=flat.',
      ),
    ];
  });
}
