import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import { withContextChanged } from '../../../../../src/curate/context-changed.ts';
import { mergeItems } from '../../../../../src/curate/merge/merge-items.ts';
import { isSameJson } from '../../../../../src/curate/same-json.ts';
import { type ShownTurn, toShownTurns } from '../../../parts/conversation/shown-turns.ts';
import { isRecheck, withDueFlags } from './context-flags.ts';

/** One undoable step. */
export interface Step {
  readonly before: Item;
  readonly after: Item;
  /** "Delete turn 3". Typing has no name. */
  readonly name?: string;
  /** The field that was typed in. Undefined for several fields, or for a named step. */
  readonly place?: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Steps that can be undone, latest last, and steps that can be redone, next last. */
export interface UndoStack {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
  /** States whose "context changed" flags are known to be right, latest last. The first one is kept for good. */
  readonly confirmed: readonly Item[];
}

export const emptyStack: UndoStack = { done: [], undone: [], confirmed: [] };

const mostSteps = 300;
const mostConfirmed = 30;
/** Typing in one field is one step until a pause, or until an undo would remove too much at once. */
const typing = { pauseMs: 1_000, longestMs: 10_000 };

export interface Edit {
  readonly before: Item;
  readonly after: Item;
  readonly name?: string | undefined;
  readonly at: number;
}

/** The stack with an edit added. Steps that were undone before can no longer be redone. */
export function withEdit(stack: UndoStack, edit: Edit): UndoStack {
  const { done } = stack;
  const { confirmed } = isRecheck(edit.before, edit.after) ? withConfirmed(stack, edit.after) : stack;
  const step = toStep(edit);
  const last = done.at(-1);
  if (last !== undefined && isContinued(last, step)) {
    const longer = { ...last, after: step.after, endedAt: step.endedAt };
    return { done: [...done.slice(0, -1), longer], undone: [], confirmed };
  }
  return { done: [...done, step].slice(-mostSteps), undone: [], confirmed };
}

/** The stack with a state that the server has. */
export function withConfirmed(stack: UndoStack, item: Item): UndoStack {
  const [first = item, ...later] = stack.confirmed;
  return { ...stack, confirmed: [first, ...[...later, item].slice(-mostConfirmed)] };
}

function toStep({ before, after, name, at }: Edit): Step {
  const place = name === undefined ? findEditPlace(before, after) : undefined;
  return {
    ...{ before, after, startedAt: at, endedAt: at },
    ...(name === undefined ? {} : { name }),
    ...(place === undefined ? {} : { place }),
  };
}

function isContinued(last: Step, next: Step): boolean {
  return (
    next.place !== undefined &&
    last.place === next.place &&
    next.startedAt - last.endedAt < typing.pauseMs &&
    next.endedAt - last.startedAt < typing.longestMs
  );
}

export interface Undone {
  readonly stack: UndoStack;
  readonly item: Item;
  readonly step: Step;
}

/** The item without the latest step. Later changes by others stay. */
export function findUndone({ done, undone, confirmed }: UndoStack, item: Item): Undone | undefined {
  const step = done.at(-1);
  if (step === undefined) return undefined;
  const back = replay({ from: step.after, to: step.before, item, confirmed });
  return { stack: { done: done.slice(0, -1), undone: [...undone, step], confirmed }, item: back, step };
}

/** The item with the latest undone step applied again. */
export function findRedone({ done, undone, confirmed }: UndoStack, item: Item): Undone | undefined {
  const step = undone.at(-1);
  if (step === undefined) return undefined;
  const again = replay({ from: step.before, to: step.after, item, confirmed });
  return { stack: { done: [...done, step], undone: undone.slice(0, -1), confirmed }, item: again, step };
}

interface Replay {
  readonly from: Item;
  readonly to: Item;
  readonly item: Item;
  readonly confirmed: readonly Item[];
}

/** Applies the change between two states to an item that others may have changed. This change wins over theirs. */
function replay({ from, to, item, confirmed }: Replay): Item {
  const back = item === from ? to : mergeItems(from, to, item).item;
  return withDueFlags(back, { wanted: to, confirmed });
}

/**
 * Names the one field in which two states of an item differ (`answer`, `turn k3fm msg`). Undefined if several differ.
 * Compares identity only, so that it is cheap enough for every key.
 */
export function findEditPlace(before: Item, after: Item): string | undefined {
  const field = findOnly(listDifferent(before, after));
  if (field !== 'history') return field;
  const [was, is] = [before.history ?? [], after.history ?? []];
  if (was.length !== is.length) return undefined;
  const at = findOnly([...is.keys()].filter((index) => was[index] !== is[index]));
  return at === undefined ? undefined : findTurnPlace(was[at], is[at]);
}

function findTurnPlace(was: Turn | undefined, is: Turn | undefined): string | undefined {
  if (was === undefined || is === undefined || was.id !== is.id) return undefined;
  const field = findOnly(listDifferent(was, is));
  return field === undefined ? undefined : `turn ${is.id} ${field}`;
}

function listDifferent(before: object, after: object): readonly string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => Reflect.get(before, field) !== Reflect.get(after, field));
}

function findOnly<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

/**
 * The ids of the turns that an undo or redo touched, in order. Looks for added turns, then for the turns that took the
 * place of removed ones, then for changed, then for moved turns: an added or removed turn also moves the turns after it.
 */
export function listTouchedTurns(before: Item, after: Item): readonly string[] {
  const [was, is] = [toShownTurns(before), toShownTurns(after)];
  const kinds = [
    () => is.filter(({ id }) => findTurn(was, id) === undefined),
    () => listInPlaceOfRemoved(was, is),
    () => is.filter((turn) => !isSameJson(toUnflagged(findTurn(was, turn.id)), toUnflagged(turn))),
    () => is.filter(({ id }, at) => was[at]?.id !== id),
    // Only a flag changed, because of an edit before it.
    () => is.filter((turn) => !isSameJson(findTurn(was, turn.id), turn)),
  ];
  for (const list of kinds) {
    const touched = list();
    if (touched.length > 0) return touched.map(({ id }) => id);
  }
  return [];
}

function listInPlaceOfRemoved(was: readonly ShownTurn[], is: readonly ShownTurn[]): readonly ShownTurn[] {
  const at = was.findIndex(({ id }) => findTurn(is, id) === undefined);
  const neighbor = at === -1 ? undefined : (is[at] ?? is.at(-1));
  return neighbor === undefined ? [] : [neighbor];
}

function findTurn(turns: readonly ShownTurn[], wanted: string): ShownTurn | undefined {
  return turns.find(({ id }) => id === wanted);
}

function toUnflagged(turn: ShownTurn | undefined): ShownTurn | undefined {
  return turn === undefined ? undefined : withContextChanged(turn, false);
}
