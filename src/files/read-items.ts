import { basename, extname, resolve } from 'node:path';
import { quoteValue } from '../base/explain-issue.ts';
import { type Place, type Problem, toWarning } from '../base/fault.ts';
import { type FindPattern, Patterns } from '../base/patterns.ts';
import { isPlainObject } from '../base/plain-object.ts';
import type { PathSegment } from '../base/schema-check.ts';
import type { Item } from '../conversation/item/item.ts';
import { checkKeyPatterns, parseItem } from '../conversation/item/parse-item.ts';
import { toShownFile } from './project/project.ts';
import { parseWholeFile } from './syntax/parse-file.ts';
import { parseJson } from './syntax/parse-json.ts';
import { errorAt, type PlacedData, SeenIds, toProblems } from './syntax/placed-data.ts';
import { streamLines } from './text/lines.ts';
import { checkPlainFile, emptyFile } from './text/read-text.ts';

/** An open file of items. Each call of `readItems` reads the items again, so JSON lines are never all in memory. */
interface ItemsFile {
  readonly path: string;
  /** Path as shown to people. */
  readonly file: string;
  /** The dataset of items without one. */
  readonly dataset: string;
  /** Problems of the file as a whole. */
  readonly problems: readonly Problem[];
  readItems(): AsyncGenerator<ItemReading>;
}

/**
 * Opens a file of items: YAML or JSON with one item, a list or a snapshot, or JSON lines with one item each. Throws a
 * Fault if it cannot be read.
 */
export function openItems(path: string, cwd: string): ItemsFile {
  const full = resolve(cwd, path);
  const common = { path: full, file: toShownFile(full, cwd), dataset: toDatasetName(full) };
  return extname(full).toLowerCase() === '.jsonl' ? openLines(common) : openWhole(common);
}

type Common = Pick<ItemsFile, 'path' | 'file' | 'dataset'>;

const lineReading = 'items JSONL';

function openLines(common: Common): ItemsFile {
  const { path, file } = common;
  const { size } = checkPlainFile({ path, shown: file });
  if (size === 0) throw emptyFile(file, lineReading);
  return { ...common, problems: [], readItems: () => readLines(common) };
}

async function* readLines({ path, file, dataset }: Common): AsyncGenerator<ItemReading> {
  const reader = new ItemReader(dataset, await new Patterns().load());
  let isEmpty = true;
  for await (const { line, text } of streamLines({ path, shown: file })) {
    isEmpty = false;
    const place = { file, line, column: 1 };
    const { data, problems } = parseJson({ text, file, reading: lineReading, firstLine: line });
    yield data === undefined ? { problems, place } : { ...reader.read(data, [], data.value), place };
  }
  if (isEmpty) yield { problems: emptyFile(file, lineReading).problems, place: { file, line: 1, column: 1 } };
}

const tooBigHint = 'Use an .items.jsonl file with one item per line. Turnwise streams it.';

function openWhole(common: Common): ItemsFile {
  const { data, problems } = parseWholeFile({ path: common.path, file: common.file, what: 'items', tooBigHint });
  if (data === undefined) return { ...common, problems, readItems: readNothing };
  const list = findItemList(data);
  return {
    ...common,
    problems: list.problems,
    async *readItems() {
      const reader = new ItemReader(common.dataset, await new Patterns().load());
      for (const [path, value] of list.items) yield reader.read(data, path, value);
    },
  };
}

async function* readNothing(): AsyncGenerator<ItemReading> {}

interface ItemList {
  readonly items: readonly (readonly [path: readonly PathSegment[], value: unknown])[];
  readonly problems: readonly Problem[];
}

/** Finds the items: one item, a list, or a snapshot with a list under `items`. */
function findItemList(data: PlacedData): ItemList {
  const { value } = data;
  if (Array.isArray(value)) return toItemList(data, [], value);
  if (!isPlainObject(value)) {
    const message = `Expected an item, a list of items or a snapshot, got ${quoteValue(value)}.`;
    return { items: [], problems: [errorAt(data, [], { code: 'ITEM_BAD_VALUE', message })] };
  }
  if (!isSnapshot(value)) return { items: [[[], value]], problems: [] };
  const items = value.items;
  if (Array.isArray(items)) return toItemList(data, ['items'], items);
  const message = `Expected a list of items, got ${quoteValue(items)}.`;
  return { items: [], problems: [errorAt(data, ['items'], { code: 'ITEM_BAD_VALUE', message })] };
}

/** Whether a value is a snapshot, which has its items under `items`. */
export function isSnapshot(value: Record<string, unknown>): boolean {
  return value.items !== undefined && value.history === undefined && value.messages === undefined;
}

function toItemList(data: PlacedData, path: readonly PathSegment[], list: readonly unknown[]): ItemList {
  const items = list.map((value, index) => [[...path, index], value] as const);
  if (items.length > 0) return { items, problems: checkCount(data, items.length) };
  const problem = errorAt(data, path, { code: 'ITEM_NONE', message: 'The file contains no items.' });
  return { items, problems: [problem] };
}

/** A snapshot states its number of items, so a truncated one is recognized. */
function checkCount(data: PlacedData, count: number): readonly Problem[] {
  const told = isPlainObject(data.value) ? data.value.count : undefined;
  if (typeof told !== 'number' || told === count) return [];
  const message = `The snapshot's count is ${told}, but it contains ${count} items.`;
  return [toWarning(errorAt(data, ['count'], { code: 'ITEM_BAD_VALUE', message }))];
}

/** `refunds.items.jsonl` → `refunds`. */
export function toDatasetName(path: string): string {
  return basename(path).replace(/(?:\.items)?\.(?:ya?ml|json|jsonl|ndjson|csv|tsv|tab|parquet)$/i, '');
}

/** One item, or the problems that keep it from being one. An item can have warnings. */
export interface ItemReading {
  readonly item?: Item;
  readonly problems: readonly Problem[];
  /** Line and column are set only for problems. Looking them up for valid items would take longer than reading. */
  readonly place: Place;
}

/** Reads items one after another, and remembers their ids. */
class ItemReader {
  readonly #dataset: string;
  readonly #findPattern: FindPattern;
  readonly #seen = new SeenIds();
  #position = 0;

  constructor(dataset: string, findPattern: FindPattern) {
    this.#dataset = dataset;
    this.#findPattern = findPattern;
  }

  read(data: PlacedData, path: readonly PathSegment[], value: unknown): ItemReading {
    const position = this.#position++;
    const fallbackId = `item-${position + 1}`;
    const { value: item, issues, warnings } = parseItem(value, { dataset: this.#dataset, id: fallbackId });
    const context = { prefix: 'ITEM', base: path, where: `item "${nameOf(value) ?? fallbackId}"` } as const;
    const slips = toProblems(warnings, data, context).map((problem) => ({ ...problem, severity: 'warning' }) as const);
    const found = item === undefined ? issues : checkKeyPatterns(item, this.#findPattern);
    const problems = [
      ...toProblems(found, data, context),
      ...(item === undefined ? [] : this.#checkId(data, path, item)),
    ];
    if (item === undefined || problems.length > 0)
      return { problems: [...problems, ...slips], place: data.placeOf(path) };
    return { item, problems: slips, place: { file: data.file } };
  }

  #checkId(data: PlacedData, path: readonly PathSegment[], { datasetName, id }: Item): readonly Problem[] {
    const entry = { data, path, what: 'item', number: this.#position } as const;
    const other = this.#seen.add(JSON.stringify([datasetName, id]), entry);
    if (other === undefined) return [];
    const message = `The id "${id}" of dataset "${datasetName}" is already used by ${other}.`;
    const hint = 'Give each item in a dataset its own id.';
    return [errorAt(data, [...path, 'id'], { code: 'ITEM_DUPLICATE_ID', message, hint })];
  }
}

function nameOf(value: unknown): string | undefined {
  const id = isPlainObject(value) ? value.id : undefined;
  return typeof id === 'string' ? id.slice(0, 80) : undefined;
}
