import { Fault } from '../../base/fault.ts';
import { withExtras } from '../foreign/chat-format.ts';
import { type ImportEntry, toEntryPlace } from '../foreign/read-entries.ts';
import { evalLimitBytes, toMegabytes } from '../text/read-text.ts';
import { type Fields, listExtras, type Mapping, type Row, toItem } from './map-row.ts';
import { pickTexts } from './pick-texts.ts';
import { pickPair, toRole } from './written-turns.ts';

interface OpenGroup {
  readonly id: string;
  readonly rows: [Row, ...Row[]];
  length: number;
}

/**
 * Joins rows that follow each other and have the same id to one conversation. A conversation whose rows are scattered
 * is a Fault, because finding them would take all of the file in memory.
 */
export class RowGroups {
  readonly #mapping: Mapping;
  /** The finished conversations, with the line on which each began. */
  readonly #finished = new Map<string, number | undefined>();
  #group: OpenGroup | undefined;

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
  }

  *add(row: Row): Generator<ImportEntry> {
    const id = pickTexts(row.value, this.#mapping.map.id ?? [], '-')?.trim();
    if (id === undefined) throw this.#fault(row, 'The row has no conversation id.', 'Fill in the id in each row.');
    if (this.#group !== undefined && this.#group.id !== id) yield* this.end();
    this.#group ??= this.#open(id, row);
    const group = this.#group;
    if (group.rows[0] !== row) group.rows.push(row);
    group.length += countCharacters(row.value);
    if (group.length <= evalLimitBytes) return;
    const message = `The conversation "${id.slice(0, 80)}" exceeds ${toMegabytes(evalLimitBytes)} MB.`;
    throw this.#fault(row, message, 'Check whether the id column is the right one.');
  }

  /** The conversation that is not finished yet. */
  *end(): Generator<ImportEntry> {
    const group = this.#group;
    if (group === undefined) return;
    this.#group = undefined;
    this.#finished.set(group.id, this.#lineOf(group.rows[0]));
    yield { value: this.#toConversation(group), at: group.rows[0].at };
  }

  #open(id: string, row: Row): OpenGroup {
    if (this.#finished.has(id)) {
      const line = this.#finished.get(id);
      const message = `The rows of conversation "${id.slice(0, 80)}" are not next to each other. The first group starts ${line === undefined ? 'earlier' : `in line ${line}`}.`;
      throw this.#fault(row, message, 'Sort the file by conversation id.');
    }
    return { id, rows: [row], length: 0 };
  }

  #toConversation({ rows }: OpenGroup): Fields {
    const { map } = this.#mapping;
    const turns = this.#sort(rows).flatMap((row) => this.#readTurns(row));
    return toItem(mergeRows(rows), map, { turns, meta: {} });
  }

  #readTurns({ value }: Row): readonly Fields[] {
    const { map } = this.#mapping;
    const turns =
      map.role === undefined
        ? pickPair(value, map)
        : [{ role: toRole(pickTexts(value, map.role) ?? ''), content: pickTexts(value, map.content ?? []) ?? '' }];
    const extras = listExtras(value, map);
    return turns.map((turn, index) => (index < turns.length - 1 ? turn : withExtras(turn, extras, 'table')));
  }

  #sort(rows: readonly Row[]): readonly Row[] {
    const { turn } = this.#mapping.map;
    if (turn === undefined) return rows;
    const placed = rows.map((row) => ({ row, position: this.#positionOf(row, turn) }));
    return placed.sort((one, other) => one.position - other.position).map(({ row }) => row);
  }

  #positionOf(row: Row, turn: readonly string[]): number {
    const text = pickTexts(row.value, turn);
    const position = Number(text);
    if (text !== undefined && Number.isFinite(position)) return position;
    const got = text === undefined ? 'It is blank' : `It is "${text.slice(0, 40)}"`;
    throw this.#fault(row, `The position of the turn is not a number. ${got}.`, `Fill in "${turn.join(', ')}".`);
  }

  #lineOf({ at }: Row): number | undefined {
    return typeof at === 'number' ? at : undefined;
  }

  #fault({ at }: Row, message: string, hint: string): Fault {
    return new Fault({ code: 'IMPORT_BAD_TABLE', message, hint, ...toEntryPlace(at, this.#mapping.file) });
  }
}

/** What describes the conversation is often written in only one of its rows. The first one that is not blank counts. */
function mergeRows(rows: readonly Row[]): Fields {
  const merged: Fields = {};
  for (const [key, value] of rows.flatMap((row) => Object.entries(row.value))) {
    if (merged[key] === undefined || merged[key] === null || merged[key] === '') merged[key] = value;
  }
  return merged;
}

function countCharacters(row: Fields): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}
