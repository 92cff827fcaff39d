import { toPlainOrder } from '../text/plain-order.ts';

export interface Note {
  readonly title: string;
  readonly kind?: 'done' | 'fault';
  /** "Undo", most of the time. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** What it speaks of: a later note of the same name takes its place. */
  readonly name?: string;
}

/** A note on its way to who shows it. */
export interface NamedNote extends Note {
  readonly name: string;
}

let waiting: readonly NamedNote[] = [];
let closed: readonly string[] = [];
let count = 0;
let hasSpoken = false;
const listeners = new Set<() => void>();

/** Says something at the edge of the page. A note with an action stays longer. Gives the way to take it back. */
export function say(note: Note): () => void {
  count += 1;
  const name = note.name ?? `note-${count}`;
  waiting = [...waiting.filter((other) => other.name !== name), { ...note, name, title: toPlainOrder(note.title) }];
  closed = closed.filter((other) => other !== name);
  hasSpoken = true;
  tell();
  return () => unsay(name);
}

/** Takes back the note of a name, if there is one: what it spoke of is over. */
export function unsay(name: string): void {
  waiting = waiting.filter((note) => note.name !== name);
  closed = [...closed, name];
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** What was said and is not shown yet: for the shell, which loads the view of notes with the first of them. */
export const notes = {
  hasSpoken: (): boolean => hasSpoken,
  take: (): readonly NamedNote[] => {
    const taken = waiting;
    waiting = [];
    return taken;
  },
  /** The names of those that were taken back since. */
  takeClosed: (): readonly string[] => {
    const taken = closed;
    closed = [];
    return taken;
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
