import type { Item, Turn } from '../../../../../src/conversation/item/item.ts';
import { mergeItems } from '../../../../../src/curate/merge-items.ts';
import { isRecheck, withDueFlags } from './context-flags.ts';

/** Something that was done and can be undone in one go. */
export interface Step {
  readonly before: Item;
  readonly after: Item;
  /** "Delete turn 3". Typing has none. */
  readonly name?: string;
  /** Where was typed; undefined: in more than one place, or it has a name. */
  readonly place?: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** What was done, latest last, and what was undone, next to be redone last. */
export interface UndoStack {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
  /** States whose flags are right, latest last; the first is where it all began. */
  readonly agreed: readonly Item[];
}

export const emptyStack: UndoStack = { done: [], undone: [], agreed: [] };

const mostSteps = 300;
const mostAgreed = 30;
/** Typing that goes on at one place is one step, until a pause, or until it would be too much to lose at once. */
const typing = { pauseMs: 1_000, longestMs: 10_000 };

export interface Edit {
  readonly before: Item;
  readonly after: Item;
  readonly name?: string | undefined;
  readonly at: number;
}

/** With an edit added. What was undone before cannot be redone any more. */
export function withEdit(stack: UndoStack, edit: Edit): UndoStack {
  const { done } = stack;
  const { agreed } = isRecheck(edit.before, edit.after) ? withAgreed(stack, edit.after) : stack;
  const step = toStep(edit);
  const last = done.at(-1);
  if (last !== undefined && isContinued(last, step)) {
    const longer = { ...last, after: step.after, endedAt: step.endedAt };
    return { done: [...done.slice(0, -1), longer], undone: [], agreed };
  }
  return { done: [...done, step].slice(-mostSteps), undone: [], agreed };
}

/** The server has it so. */
export function withAgreed(stack: UndoStack, item: Item): UndoStack {
  const [first = item, ...later] = stack.agreed;
  return { ...stack, agreed: [first, ...[...later, item].slice(-mostAgreed)] };
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

/** The item without the latest step. What came in since from elsewhere stays. */
export function findUndone({ done, undone, agreed }: UndoStack, item: Item): Undone | undefined {
  const step = done.at(-1);
  if (step === undefined) return undefined;
  const back = replay({ from: step.after, to: step.before, item, agreed });
  return { stack: { done: done.slice(0, -1), undone: [...undone, step], agreed }, item: back, step };
}

/** The item with the latest undone step done again. */
export function findRedone({ done, undone, agreed }: UndoStack, item: Item): Undone | undefined {
  const step = undone.at(-1);
  if (step === undefined) return undefined;
  const again = replay({ from: step.before, to: step.after, item, agreed });
  return { stack: { done: [...done, step], undone: undone.slice(0, -1), agreed }, item: again, step };
}

interface Replay {
  readonly from: Item;
  readonly to: Item;
  readonly item: Item;
  readonly agreed: readonly Item[];
}

/** The way from one state to another, gone by an item that may have moved on: what was done here wins over that. */
function replay({ from, to, item, agreed }: Replay): Item {
  const back = item === from ? to : mergeItems(from, to, item).item;
  return withDueFlags(back, { wanted: to, agreed });
}

/**
 * Names the one place where two states of an item differ (`answer`, `turn k3fm msg`); undefined when it is more than one
 * place. Looks at identity alone, so it costs next to nothing while somebody types.
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
