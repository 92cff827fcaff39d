import { toPlainOrder } from '../text/plain-order.ts';

export interface Note {
  readonly title: string;
  readonly kind?: 'done' | 'fault';
  /** Usually "Undo". */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** What the toast is about. A later toast with the same name replaces it. */
  readonly name?: string;
}

/** A toast waiting to be shown. */
export interface NamedNote extends Note {
  readonly name: string;
}

let waiting: readonly NamedNote[] = [];
let closed: readonly string[] = [];
let count = 0;
let hasSpoken = false;
const listeners = new Set<() => void>();

/** Shows a toast. One with an action stays longer. Returns a function that dismisses it. */
export function say(note: Note): () => void {
  count += 1;
  const name = note.name ?? `note-${count}`;
  waiting = [...waiting.filter((other) => other.name !== name), { ...note, name, title: toPlainOrder(note.title) }];
  closed = closed.filter((other) => other !== name);
  hasSpoken = true;
  notify();
  return () => unsay(name);
}

/** Dismisses the toast with a name, if there is one. */
export function unsay(name: string): void {
  waiting = waiting.filter((note) => note.name !== name);
  closed = [...closed, name];
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Toasts that are not shown yet. The shell loads their view with the first one. */
export const notes = {
  hasSpoken: (): boolean => hasSpoken,
  take: (): readonly NamedNote[] => {
    const taken = waiting;
    waiting = [];
    return taken;
  },
  /** The names of toasts dismissed since the last call. */
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
