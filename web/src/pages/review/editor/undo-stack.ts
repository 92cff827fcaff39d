import type { Item } from '../../../../../src/conversation/item.ts';
import { mergeItems } from '../../../../../src/curate/merge-items.ts';
import { findEditPlace } from './edit-place.ts';
import { withSettledFlags } from './settled-flags.ts';

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
}

export const emptyStack: UndoStack = { done: [], undone: [] };

const mostSteps = 300;
/** Typing that goes on at one place is one step, until a pause, or until it would be too much to lose at once. */
const typing = { pauseMs: 1_000, longestMs: 10_000 };

export interface Edit {
  readonly before: Item;
  readonly after: Item;
  readonly name?: string | undefined;
  readonly at: number;
}

/** With an edit added. What was undone before cannot be redone any more. */
export function withEdit({ done }: UndoStack, edit: Edit): UndoStack {
  const step = toStep(edit);
  const last = done.at(-1);
  if (last !== undefined && isContinued(last, step)) {
    const longer = { ...last, after: step.after, endedAt: step.endedAt };
    return { done: [...done.slice(0, -1), longer], undone: [] };
  }
  return { done: [...done, step].slice(-mostSteps), undone: [] };
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
export function findUndone({ done, undone }: UndoStack, item: Item): Undone | undefined {
  const step = done.at(-1);
  if (step === undefined) return undefined;
  const back = replay({ from: step.after, to: step.before, item });
  return { stack: { done: done.slice(0, -1), undone: [...undone, step] }, item: back, step };
}

/** The item with the latest undone step done again. */
export function findRedone({ done, undone }: UndoStack, item: Item): Undone | undefined {
  const step = undone.at(-1);
  if (step === undefined) return undefined;
  const again = replay({ from: step.before, to: step.after, item });
  return { stack: { done: [...done, step], undone: undone.slice(0, -1) }, item: again, step };
}

interface Replay {
  readonly from: Item;
  readonly to: Item;
  readonly item: Item;
}

/** The way from one state to another, gone by an item that may have moved on: what was done here wins over that. */
function replay({ from, to, item }: Replay): Item {
  if (item === from) return to;
  return withSettledFlags(mergeItems(from, to, item).item, to);
}
