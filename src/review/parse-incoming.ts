import { hash } from 'node:crypto';
import { isPlainObject } from '../base/plain-object.ts';
import type { SchemaIssue } from '../base/schema-check.ts';
import type { Item } from '../conversation/item/item.ts';
import { parseItem } from '../conversation/item/parse-item.ts';
import { toBadValue } from '../conversation/item/parse-result.ts';
import { hasHistory } from '../curate/conversation-view.ts';
import type { ItemWarning } from '../curate/item-content.ts';
import type { ImportResult, Incoming } from './import-report.ts';
import { toItemProblem } from './item-faults.ts';

/** An item of an import that could be read. */
export interface ParsedItem {
  readonly index: number;
  readonly item: Item;
  /** Whether the item has a status. If not, `item.status` is draft. */
  readonly hasStatus: boolean;
  readonly warnings: readonly ItemWarning[];
}

/** Names are part of URLs, which have a maximum length. */
const longestName = 1000;

/** Reads one item of an import. `dataset`: of an item that names none. */
export function parseIncoming(incoming: Incoming, dataset?: string): ParsedItem | ImportResult {
  const { index, value, problem } = incoming;
  if (problem !== undefined) return { index, verdict: 'failed', problems: [problem] };
  // An id is never blank: a blank one here says that there is none.
  const parsed = parseItem(withoutBlankId(value), { id: '', ...(dataset === undefined ? {} : { dataset }) });
  const issues = parsed.value === undefined ? parsed.issues : checkNames(parsed.value);
  if (parsed.value === undefined || issues.length > 0) {
    return { index, ...readNames(value, dataset), verdict: 'failed', problems: issues.map(toItemProblem) };
  }
  const item = parsed.value.id === '' ? { ...parsed.value, id: toContentId(parsed.value) } : parsed.value;
  return { index, item, hasStatus: saysStatus(value, item), warnings: parsed.warnings.map(toItemWarning) };
}

export function isParsed(entry: ParsedItem | ImportResult): entry is ParsedItem {
  return 'item' in entry;
}

/** A warning about an item that came as JSON. */
export function toItemWarning(issue: SchemaIssue): ItemWarning {
  const { path = '', code, message, hint } = toItemProblem(issue);
  return { path, code, message: hint === undefined ? message : `${message} ${hint}` };
}

/** An item with a blank id counts as one without, as in the earlier curator. */
function withoutBlankId(value: unknown): unknown {
  if (!isPlainObject(value) || typeof value.id !== 'string' || value.id.trim() !== '') return value;
  const { id: _blank, ...rest } = value;
  return rest;
}

/** An item without a status is a draft too, so the status itself does not show it. */
function saysStatus(value: unknown, { status }: Item): boolean {
  return status !== 'draft' || (isPlainObject(value) && (value.status ?? undefined) !== undefined);
}

function checkNames({ id, datasetName }: Item): readonly SchemaIssue[] {
  return Object.entries({ id, datasetName }).flatMap(([key, name]) => {
    if (name.length <= longestName) return [];
    return [toBadValue([key], `The name has ${name.length} characters. The limit is ${longestName}.`, 'Shorten it.')];
  });
}

/** The names of an item that could not be parsed, as far as they can be read. */
function readNames(value: unknown, dataset: string | undefined): Pick<ImportResult, 'dataset' | 'id'> {
  const { id, datasetName, dataset: other } = isPlainObject(value) ? value : {};
  const named = datasetName ?? other ?? dataset;
  return {
    ...(typeof named === 'string' ? { dataset: named.slice(0, longestName) } : {}),
    ...(typeof id === 'string' ? { id: id.slice(0, longestName) } : {}),
  };
}

/** A name made of what is said, so that the same conversation imported again is the same item. */
function toContentId(item: Item): string {
  const said = hasHistory(item)
    ? item.history.map((turn) => [turn.role, turn.msg, turn.name, turn.tool_calls, turn.tool_call_id])
    : [item.synthQuestion, item.editedQuestion, item.answer];
  return `item-${hash('sha256', JSON.stringify(said)).slice(0, 12)}`;
}
