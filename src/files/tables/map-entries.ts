import { quoteValue } from '../../base/explain-issue.ts';
import { Fault, type Problem, toError } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import { type EntryPlace, type ImportEntry, toEntryPlace } from '../foreign/read-entries.ts';
import { pickAll } from '../syntax/pick-value.ts';
import { type FieldMap, isInParts, type MapKey, mapKeys } from './field-map.ts';
import { type Mapping, type Row, RowFlaw, readConversation } from './map-row.ts';
import { hasSource } from './pick-texts.ts';
import { RowGroups } from './row-groups.ts';

/**
 * Converts rows, or any JSON objects, to values for `parseItem`. Throws a Fault after the last one if a source of a
 * typed map was in none of them.
 */
export async function* mapEntries(entries: AsyncIterable<ImportEntry>, mapping: Mapping): AsyncGenerator<ImportEntry> {
  const sources = new SourceCount(mapping);
  const groups = isInParts(mapping.map) ? new RowGroups(mapping) : undefined;
  for await (const entry of entries) {
    for (const row of listRows(entry, mapping)) {
      const problem = 'problem' in row ? row.problem : sources.add(row);
      if (problem !== undefined) yield { problem, at: row.at };
      else if ('problem' in row) continue;
      else if (groups === undefined) yield convertRow(row, mapping);
      else yield* groups.add(row);
    }
  }
  if (groups !== undefined) yield* groups.end();
  sources.assertFound();
}

type RowOrProblem = Row | { readonly problem: Problem; readonly at: EntryPlace };

/** The rows of an entry. It is one itself, unless the map says where they are. */
function listRows(entry: ImportEntry, { map, file }: Mapping): readonly RowOrProblem[] {
  if (entry.problem !== undefined) return [entry];
  const { each: [each] = [] } = map;
  const values = each === undefined ? [entry.value] : pickAll(entry.value, each);
  if (values.length === 0)
    return [{ problem: toNothing(`each=${each}`, entry.value, { file, at: entry.at }), at: entry.at }];
  return values.map((value) => {
    if (isPlainObject(value)) return { value, at: entry.at };
    const message = `Expected an object with the parts of a conversation, got ${quoteValue(value)}.`;
    return { problem: toError({ code: 'IMPORT_BAD_ENTRY', message, ...toEntryPlace(entry.at, file) }), at: entry.at };
  });
}

function convertRow({ value, at }: Row, mapping: Mapping): ImportEntry {
  const read = readConversation(value, mapping);
  if (!(read instanceof RowFlaw)) return { value: read, at };
  return { problem: toError({ code: 'IMPORT_BAD_ENTRY', ...read.input, ...toEntryPlace(at, mapping.file) }), at };
}

/** Parts that may be absent in some rows. */
const optionalKeys: readonly MapKey[] = ['system', 'tags', 'dataset', 'reference', 'each'];

/** Which sources of a typed map were found so far. */
class SourceCount {
  readonly #mapping: Mapping;
  readonly #missing: Map<string, { readonly key: MapKey; readonly source: string }>;
  #first: Row | undefined;

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
    const pairs = mapKeys
      .filter((key) => key !== 'each' && !isInMessages(key, mapping.map))
      .flatMap((key) => {
        return (mapping.map[key] ?? []).map((source) => ({ key, source }));
      });
    this.#missing = new Map(mapping.isTyped ? pairs.map((pair) => [`${pair.key}=${pair.source}`, pair]) : []);
    this.#pairs = pairs;
  }

  readonly #pairs: readonly { readonly key: MapKey; readonly source: string }[];

  /** Returns the problem of a row that lacks a source, unless the source is optional. */
  add(row: Row): Problem | undefined {
    const { isTyped, file } = this.#mapping;
    if (!isTyped) return undefined;
    this.#first ??= row;
    let problem: Problem | undefined;
    for (const { key, source } of this.#pairs) {
      if (hasSource(row.value, source)) this.#missing.delete(`${key}=${source}`);
      else if (!optionalKeys.includes(key)) problem ??= toNothing(`${key}=${source}`, row.value, { file, at: row.at });
    }
    return problem;
  }

  assertFound(): void {
    const first = this.#first;
    if (first === undefined) return;
    const { file } = this.#mapping;
    const [problem, ...others] = [...this.#missing.keys()].map((pair): Problem => {
      const { hint = '', ...place } = toNothing(pair, first.value, { file, at: first.at });
      const message = `The mapping ${pair} matches nothing in "${file}".`;
      return { ...place, code: 'IMPORT_BAD_MAP', message, hint };
    });
    if (problem !== undefined) throw new Fault([problem, ...others]);
  }
}

/** With a list of messages, role and content are keys of each message. */
function isInMessages(key: MapKey, map: FieldMap): boolean {
  return map.messages !== undefined && (key === 'role' || key === 'content');
}

function toNothing(
  pair: string,
  value: unknown,
  { file, at }: { readonly file: string; readonly at: EntryPlace },
): Problem {
  const keys = isPlainObject(value) ? Object.keys(value) : [];
  const named = keys.slice(0, 12).map((key) => `"${key.slice(0, 40)}"`);
  const more = keys.length > named.length ? ', …' : '';
  const hint = named.length === 0 ? 'It has no keys.' : `It has ${named.join(', ')}${more}.`;
  const message = `The mapping ${pair} matches nothing in this entry.`;
  return toError({ code: 'IMPORT_BAD_ENTRY', message, hint, ...toEntryPlace(at, file) });
}
