import { type Place, type Problem, toError } from '../../base/fault.ts';
import type { FindPattern } from '../../base/patterns.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { PathSegment } from '../../base/schema-check.ts';
import type { Item } from '../../conversation/item/item.ts';
import { checkKeyPatterns, parseItem } from '../../conversation/item/parse-item.ts';
import type { PlacedData } from '../syntax/placed-data.ts';
import { toProblems } from '../syntax/schema-problems.ts';

/** One item, or the problems that keep it from being one. An item can have warnings. */
export interface ItemReading {
  readonly item?: Item;
  readonly problems: readonly Problem[];
  /** Line and column only where something is wrong: to look them up for each good item would cost more than reading it. */
  readonly place: Place;
}

/** Reads items one after another, knowing the ids it has seen. */
export class ItemReader {
  readonly #dataset: string;
  readonly #findPattern: FindPattern;
  /** By dataset and id, where the first item that has it is: its line, or its number in the file. */
  readonly #seen = new Map<string, number>();
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
    const key = JSON.stringify([datasetName, id]);
    const first = this.#seen.get(key);
    if (first === undefined) {
      this.#seen.set(key, path.length === 0 ? (data.placeOf([]).line ?? 0) : this.#position);
      return [];
    }
    const other = path.length === 0 ? `line ${first}` : `item number ${first}`;
    const message = `The id "${id}" of dataset "${datasetName}" is already used by ${other}.`;
    const place = data.placeOf([...path, 'id']);
    const hint = 'Give each item in a dataset its own id.';
    return [toError({ code: 'ITEM_DUPLICATE_ID', message, hint, reading: data.reading, ...place })];
  }
}

function nameOf(value: unknown): string | undefined {
  const id = isPlainObject(value) ? value.id : undefined;
  return typeof id === 'string' ? id.slice(0, 80) : undefined;
}
