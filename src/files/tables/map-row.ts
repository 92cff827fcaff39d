import { quoteValue } from '../../base/explain-issue.ts';
import type { ProblemInput } from '../../base/fault.ts';
import { isPlainObject } from '../../base/plain-object.ts';
import type { EntryPlace } from '../foreign/read-entries.ts';
import type { FieldMap } from './field-map.ts';
import { pickList, pickTexts } from './pick-texts.ts';
import { pickPair, readWrittenTurns } from './written-turns.ts';

export type Fields = Record<string, unknown>;

export interface Mapping {
  readonly map: FieldMap;
  /** true: you typed the map, so each of its sources must exist. */
  readonly isTyped: boolean;
  /** As shown to people. */
  readonly file: string;
  /** Converts turns in a known format. The second argument names their conversation in the report of losses. */
  readonly readTurns: (value: Fields, item: string) => unknown;
}

/** A row or JSON object, before it is a conversation. */
export interface Row {
  readonly value: Fields;
  readonly at: EntryPlace;
}

/** Why a row is not a conversation. */
export class RowFlaw {
  readonly input: Pick<ProblemInput, 'message' | 'hint'>;

  constructor(message: string, hint: string) {
    this.input = { message, hint };
  }
}

/** Converts a row to a value for `parseItem`. Columns without a part go to `meta`. */
export function readConversation(row: Fields, { map, readTurns }: Mapping): Fields | RowFlaw {
  const turns = map.messages === undefined ? pickPair(row, map) : readList(row, map, readTurns);
  if (turns instanceof RowFlaw) return turns;
  if (turns.length === 0)
    return new RowFlaw('The row has no text of a conversation.', `Fill in ${listTextSources(map)}, or remove the row.`);
  return toItem(row, map, { turns, meta: listExtras(row, map) });
}

function listTextSources({ messages = [], user = [], assistant = [], reference = [] }: FieldMap): string {
  const names = [...messages, ...user, ...assistant, ...reference].map((name) => `"${name}"`);
  return names.join(' or ');
}

function readList(row: Fields, map: FieldMap, readTurns: Mapping['readTurns']): readonly unknown[] | RowFlaw {
  const { messages: [source = ''] = [] } = map;
  const found = pickList(row, source);
  const list = typeof found === 'string' ? parseCell(found) : found;
  if (list instanceof RowFlaw) return list;
  if (!Array.isArray(list))
    return new RowFlaw(`Expected a list of messages in "${source}", got ${quoteValue(list)}.`, 'Choose another place.');
  const item = pickTexts(row, map.id ?? [], '-') ?? 'a conversation without an id';
  const turns = readWrittenTurns(list, map, (value) => readTurns(value, item));
  if (Array.isArray(turns)) return turns;
  const [first] = list;
  const keys = isPlainObject(first) ? `the keys ${Object.keys(first).slice(0, 8).join(', ')}` : quoteValue(first);
  const hint = 'Name the keys of a message: --map messages=…,role=<key>,content=<key>.';
  return new RowFlaw(`The messages in "${source}" are in an unknown form. The first has ${keys}.`, hint);
}

/** The list in a cell of a table, which has only text. */
function parseCell(text: string): unknown {
  if (text.trim() === '') return [];
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? ` ${error.message}.` : '';
    const isPython = /^\s*\[\s*\{\s*'/.test(text);
    return new RowFlaw(
      `The list of messages is not JSON.${reason}`,
      isPython
        ? 'It is a Python list. Write the file with json.dumps for this column, or save it as JSON lines.'
        : 'Write it as [{"role": "user", "content": "…"}].',
    );
  }
}

interface ItemParts {
  readonly turns: readonly unknown[];
  readonly meta: Fields;
}

/** The item of turns that were read. The row has its name, tags and system prompt. */
export function toItem(row: Fields, map: FieldMap, { turns, meta }: ItemParts): Fields {
  const id = pickTexts(row, map.id ?? [], '-')?.trim();
  const dataset = pickTexts(row, map.dataset ?? [])?.trim();
  const system = pickTexts(row, map.system ?? []);
  const tags = (map.tags ?? []).flatMap((source) => readTags(row, source));
  const [first] = turns;
  const hasSystem = isPlainObject(first) && first.role === 'system';
  return {
    ...(id === undefined ? {} : { id }),
    ...(dataset === undefined ? {} : { datasetName: dataset }),
    messages: system === undefined || hasSystem ? turns : [{ role: 'system', content: system }, ...turns],
    ...(tags.length === 0 ? {} : { manualTags: tags }),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
}

/** A tag of an item has a group. A plain word gets the name of its column, or `tag`. */
function readTags(row: Fields, source: string): readonly string[] {
  const column = /[\p{L}\d_-]+$/u.exec(source)?.[0].toLowerCase() ?? 'tag';
  const group = column === 'tags' ? 'tag' : column;
  const found = pickList(row, source);
  const words = Array.isArray(found) ? found.map(String) : (pickTexts(row, [source]) ?? '').split(/[,;|]/);
  return words
    .filter((word) => word.trim() !== '')
    .map((word) => (word.includes(':') ? word.trim() : `${group}:${word.trim()}`));
}

/** Columns that the map does not use. Blank ones are dropped. */
export function listExtras(row: Fields, map: FieldMap): Fields {
  const used = new Set(Object.values(map).flatMap((sources) => sources.map(toColumn)));
  return Object.fromEntries(
    Object.entries(row).filter(
      ([key, value]) => !used.has(key) && value !== '' && value !== null && value !== undefined,
    ),
  );
}

/** `$.chat` → `chat`. A deeper path uses only a part of its column. */
function toColumn(source: string): string {
  return /^\$\.([\w-]+)(?:\[\*\])?$/.exec(source)?.[1] ?? source;
}
