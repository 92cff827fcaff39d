import { quoteValue } from '../../base/explain-issue.ts';
import { findNearest } from '../../base/nearest.ts';
import { type FindPattern, patternHint } from '../../base/patterns.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { checkSchema, type SchemaIssue } from '../../base/schema-check.ts';
import { Item, type ItemAudit, type ItemStatus, type Turn } from './item.ts';
import { parseItemTags } from './item-tags.ts';
import { type PlacedHistory, parseHistory, placeRefs } from './parse-history.ts';
import { parseRefs } from './parse-ref.ts';
import {
  checkFreeData,
  itemBounds,
  type ParseResult,
  toBadValue,
  toMissingKey,
  underPath,
  withoutNulls,
} from './parse-result.ts';
import { auditKeys, computedKeys, itemKeys, WrittenItem } from './written-item.ts';

/** The dataset and id of an item that does not state them. */
interface ItemDefaults {
  readonly dataset?: string;
  readonly id?: string;
}

interface ItemResult extends ParseResult<Item> {
  /** Harmless issues that look like typos. */
  readonly warnings: readonly SchemaIssue[];
}

/** The fields without a parser of their own. */
const Fields = WrittenItem.omit({ refs: true, history: true, messages: true, manualTags: true, tags: true });

/**
 * Parses an item: in the earlier curator format, or as plain `{messages: […]}`. Null means an absent key. Computed keys
 * are ignored, the file's history goes to `audit`, and unknown keys go to `meta`.
 */
export function parseItem(value: unknown, defaults: ItemDefaults = {}): ItemResult {
  if (!isPlainObject(value)) return { issues: [notAnItem(value)], warnings: [] };
  const written = withoutNulls(value, itemKeys);
  const fields = checkSchema(Fields, written);
  const names = parseNames(written, defaults);
  const talk = parseTalk(written);
  const tags = parseTags(written);
  const meta = parseMeta(written);
  const parts = [names, talk, tags, meta];
  const issues = [...(fields.issues ?? []), ...parts.flatMap((part) => part.issues)];
  const warnings = listNearMisses(written);
  if (!names.value || !talk.value || !tags.value || !meta.value || !fields.value || issues.length > 0)
    return { issues, warnings };
  const { status, rest } = restoreStatus(fields.value.status ?? 'draft', meta.value);
  const audit = toAudit(written);
  const item = { ...fields.value, ...names.value, ...talk.value, status, manualTags: [...tags.value], meta: rest };
  return { value: toItem({ ...item, ...(audit === undefined ? {} : { audit }) }), issues, warnings };
}

/** Returns the known fields in a fixed order, so that an item always serializes to the same bytes. */
function toItem(fields: Record<string, unknown>): Item {
  const known = Object.keys(Item.shape).filter((key) => fields[key] !== undefined);
  // Each field was checked by its own parser. Running the whole schema again would double the time of an import.
  return Object.fromEntries(known.map((key) => [key, fields[key]])) as Item;
}

function notAnItem(value: unknown): SchemaIssue {
  return toBadValue([], `Expected an item, got ${quoteValue(value)}.`, 'An item needs "history" or "messages".');
}

function parseNames(
  written: Record<string, unknown>,
  defaults: ItemDefaults,
): ParseResult<Pick<Item, 'id' | 'datasetName'>> {
  const { datasetName, dataset } = written;
  const id = written.id ?? defaults.id;
  const name = datasetName ?? dataset ?? defaults.dataset;
  const issues: SchemaIssue[] = [];
  if (id === undefined) issues.push(toMissingKey(['id']));
  if (name === undefined) issues.push(toMissingKey(['datasetName']));
  if (datasetName !== undefined && dataset !== undefined && datasetName !== dataset) {
    issues.push(
      toBadValue(['dataset'], 'The item has two dataset names: "datasetName" and "dataset".', 'Keep datasetName.'),
    );
  }
  // `Fields` already reported a name that is not text.
  if (issues.length > 0 || typeof id !== 'string' || typeof name !== 'string') return { issues };
  return { value: { id, datasetName: name }, issues };
}

type Talk = Omit<PlacedHistory, 'history'> & { readonly history?: readonly Turn[] };

/** Parses turns and refs. A top-level ref that names a turn moves to that turn. */
function parseTalk(written: Record<string, unknown>): ParseResult<Talk> {
  const key = written.history === undefined && written.messages !== undefined ? 'messages' : 'history';
  if (key === 'history' && written.messages !== undefined) {
    return { issues: [toBadValue(['messages'], 'The item has both "history" and "messages".', 'Keep one of them.')] };
  }
  const turns = written[key] === undefined ? undefined : parseHistory(written[key]);
  const refs = written.refs === undefined ? { value: [], issues: [] } : parseRefs(written.refs);
  const issues = [
    ...underPath([key], turns?.issues ?? []),
    ...underPath(['refs'], refs.issues),
    ...checkSubstance(written),
  ];
  if (issues.length > 0 || refs.value === undefined) return { issues };
  const placed = placeRefs(turns?.value ?? [], refs.value);
  if (placed.value === undefined) return { issues: underPath(['refs'], placed.issues) };
  const { history, refs: top } = placed.value;
  return { value: turns === undefined ? { refs: top } : { refs: top, history }, issues: [] };
}

const substance = ['history', 'messages', 'synthQuestion', 'editedQuestion'];

function checkSubstance(written: Record<string, unknown>): readonly SchemaIssue[] {
  if (substance.some((key) => written[key] !== undefined)) return [];
  return [toMissingKey(['history'], 'An item needs a "history", "messages" or at least a "synthQuestion".')];
}

/** In the earlier curator format, `tags` is computed. In a plain `{messages}` object it is the only key for tags. */
function parseTags(written: Record<string, unknown>): ParseResult<readonly string[]> {
  const isPlain =
    written.messages !== undefined && written.manualTags === undefined && written.computedTags === undefined;
  const key = isPlain ? 'tags' : 'manualTags';
  if (written[key] === undefined) return { value: [], issues: [] };
  const { value, issues } = parseItemTags(written[key]);
  return value === undefined ? { issues: underPath([key], issues) } : { value, issues };
}

function parseMeta(written: Record<string, unknown>): ParseResult<Record<string, unknown>> {
  const given = isPlainObject(written.meta) ? written.meta : {};
  const others = Object.entries(written).filter(([key]) => !itemKeys.includes(key));
  if (others.length > itemBounds.unknownKeys) {
    const message = `The item has ${others.length} unknown top-level keys. The limit is ${itemBounds.unknownKeys}.`;
    return { issues: [toBadValue([], message, 'Put other data in "meta".')] };
  }
  const unknown = Object.fromEntries(others);
  const clashes = Object.keys(unknown).filter((key) => Object.hasOwn(given, key));
  const issues = [
    ...checkFreeData(given, ['meta']),
    ...checkFreeData(unknown, []),
    ...clashes.map((key) =>
      toBadValue([key], `The key ${quoteValue(key)} appears at the top level and under "meta".`, 'Keep one.'),
    ),
  ];
  return issues.length > 0 ? { issues } : { value: { ...given, ...unknown }, issues };
}

/**
 * The earlier curator format has no words for the two middle states. They are written as draft, with the real status
 * under `meta`.
 */
function restoreStatus(
  status: ItemStatus,
  meta: Record<string, unknown>,
): { readonly status: ItemStatus; readonly rest: object } {
  const { status: told, ...rest } = meta;
  const isMiddle = told === 'in-review' || told === 'awaiting-adjudication';
  return status === 'draft' && isMiddle ? { status: told, rest } : { status, rest: meta };
}

/** Values that are not text are ignored without an issue, because the store has its own record. */
function toAudit(written: Record<string, unknown>): ItemAudit | undefined {
  const entries = auditKeys.flatMap((key) => (typeof written[key] === 'string' ? [[key, written[key]] as const] : []));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Someone who writes thousands of unknown keys did not mistype them, and checking each one would be slow. */
const mostNearMisses = 50;

/** Warns about unknown keys that are close to a known key. They are kept in any case. */
function listNearMisses(written: Record<string, unknown>): readonly SchemaIssue[] {
  const ignored: readonly string[] = computedKeys;
  const wanted = itemKeys.filter((key) => !ignored.includes(key) && written[key] === undefined);
  const unknown = Object.keys(written).filter((key) => !itemKeys.includes(key));
  return unknown.slice(0, mostNearMisses).flatMap((key) => {
    const nearest = findNearest(key, wanted);
    if (nearest === undefined) return [];
    const message = `Unknown key ${quoteValue(key)}. Turnwise keeps it under "meta".`;
    return [{ kind: 'unknown-key', path: [key], at: 'key', message, hint: `Did you mean "${nearest}"?` } as const];
  });
}

/** Lists the invalid patterns in answer keys. An item with one is rejected. */
export function checkKeyPatterns(
  { history = [] }: Pick<Item, 'history'>,
  findPattern: FindPattern,
): readonly SchemaIssue[] {
  return history.flatMap(({ answerKey }, turn) =>
    (['mustMatch', 'mustNotMatch'] as const).flatMap((part) =>
      (answerKey?.[part] ?? []).flatMap((pattern, index) => {
        const found = findPattern(pattern);
        if (typeof found !== 'string') return [];
        const path = ['history', turn, 'answerKey', part, index];
        return [toBadValue(path, `The regular expression is not valid: ${found}.`, patternHint)];
      }),
    ),
  );
}
