import { isPlainObject } from '../../../../../src/base/plain-object.ts';
import type { PathSegment } from '../../../../../src/base/schema-check.ts';
import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import { toTurnNumber } from '../../../../../src/conversation/turn-number.ts';
import type { MergeConflict } from '../../../../../src/curate/merge/merge-items.ts';
import { isSameJson } from '../../../../../src/curate/same-json.ts';
import { toFieldLabel } from '../../../parts/diff/facts.ts';
import type { MergeWork } from '../editor/item-editor.ts';
import { findAt } from './json-place.ts';
import { isOrderConflict } from './resolve-merge.ts';

/** A conflict in the form in which it is shown. */
export interface MergeCase {
  /** Index in the list of conflicts. */
  readonly place: number;
  /** "Turn 2, assistant: text". */
  readonly title: string;
  /** Says who removed it, which the texts do not show. */
  readonly note?: string;
  /** As texts. A side without the value is absent. */
  readonly base?: string;
  readonly mine?: string;
  readonly theirs?: string;
  /** Whether it can be rewritten by hand. */
  readonly isText: boolean;
}

/** All conflicts: those of the item first, then those of its turns in order. */
export function listMergeCases(work: MergeWork): readonly MergeCase[] {
  const cases = work.merged.conflicts.map((conflict, place) => ({
    turn: toTurnIndex(conflict.path),
    shown: toCase(work, conflict, place),
  }));
  return cases.toSorted((a, b) => a.turn - b.turn).map(({ shown }) => shown);
}

function toTurnIndex([field, index]: readonly PathSegment[]): number {
  return field === 'history' && typeof index === 'number' ? index : -1;
}

function toCase(work: MergeWork, conflict: MergeConflict, place: number): MergeCase {
  const { path } = conflict;
  const isOrder = isOrderConflict(conflict);
  const show = (value: unknown) => (isOrder ? toOrderText(work, value) : toText(value));
  const sides = Object.entries({ base: conflict.base, mine: conflict.mine, theirs: conflict.theirs });
  const texts = sides.flatMap(([side, value]) => (value === undefined ? [] : [[side, show(value)]]));
  const note = findNote(work, conflict, path);
  return {
    ...{ place, title: isOrder ? 'Turn order' : toTitle(work, conflict, path) },
    ...(note === undefined ? {} : { note }),
    ...Object.fromEntries(texts),
    isText: sides.every(([, value]) => value === undefined || typeof value === 'string') && !isClosed(path),
  };
}

/** Fields that do not accept any text. */
function isClosed(path: readonly PathSegment[]): boolean {
  return ['role', 'url', 'bucket', 'schemaVersion'].includes(String(path.at(-1)));
}

function toTitle({ merged, theirs }: MergeWork, { mine }: MergeConflict, path: readonly PathSegment[]): string {
  const [field, index, ...rest] = path;
  if (field !== 'history' || typeof index !== 'number') return toFieldTitle(path, merged.item);
  // A turn that mine removed is numbered as in theirs.
  const turn = (rest.length === 0 && mine === undefined ? theirs : merged.item).history?.[index];
  const name = `Turn ${toTurnNumber(index)}${turn === undefined ? '' : `, ${turn.role}`}`;
  return rest.length === 0 ? name : `${name}: ${toFieldTitle(rest, turn).toLowerCase()}`;
}

/** "Answer key, outcome", "References, 2". */
function toFieldTitle(path: readonly PathSegment[], within: unknown): string {
  const names = path.map((segment, depth) => {
    if (typeof segment !== 'number') return toFieldLabel(segment);
    const entry = findAt(within, path.slice(0, depth + 1));
    return isPlainObject(entry) && typeof entry.url === 'string' ? entry.url : String(segment + 1);
  });
  return names.join(', ');
}

function findNote({ theirsBy }: MergeWork, conflict: MergeConflict, path: readonly PathSegment[]): string | undefined {
  const { base, mine, theirs } = conflict;
  if (base === undefined || (mine !== undefined && theirs !== undefined)) return undefined;
  const what = path.length === 2 && path[0] === 'history' ? listChanged(base, mine ?? theirs) : 'it';
  return mine === undefined
    ? `You removed it. ${theirsBy} changed ${what}.`
    : `You changed ${what}. ${theirsBy} removed it.`;
}

/** "the text and the tags". */
function listChanged(before: unknown, after: unknown): string {
  const fields = isPlainObject(before) && isPlainObject(after) ? Object.keys({ ...before, ...after }) : [];
  const changed = fields.filter((field) => !isSameJson(findAt(before, [field]), findAt(after, [field])));
  return new Intl.ListFormat('en').format(changed.map((field) => `the ${toFieldLabel(field).toLowerCase()}`));
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value.join('\n');
  if (isPlainObject(value) && typeof value.msg === 'string') return value.msg;
  if (isPlainObject(value)) return Object.entries(value).map(toLine).join('\n');
  return JSON.stringify(value, null, 2);
}

function toLine([field, value]: readonly [string, unknown]): string {
  return `${toFieldLabel(field)}: ${typeof value === 'object' ? JSON.stringify(value) : toText(value)}`;
}

/** One turn per line, by its first words. */
function toOrderText({ base, mine, theirs }: MergeWork, ids: unknown): string {
  const turns = new Map([theirs, mine, base].flatMap(listTurns).map((turn) => [turn.id, turn]));
  const list: readonly unknown[] = Array.isArray(ids) ? ids : [];
  return list.map((id) => toFirstWords(turns.get(typeof id === 'string' ? id : undefined))).join('\n');
}

function listTurns({ history = [] }: Item): readonly Turn[] {
  return history;
}

function toFirstWords(turn: Turn | undefined): string {
  const line = turn?.msg.trim().split('\n', 1)[0] ?? '';
  const text = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  return turn === undefined ? '(unnamed turn)' : `${turn.role}: ${text === '' ? '(no text)' : text}`;
}
