export interface Note {
  readonly title: string;
  readonly kind?: 'done' | 'fault';
  /** "Undo", most of the time. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

let waiting: readonly Note[] = [];
let hasSpoken = false;
const listeners = new Set<() => void>();

/** Says something at the edge of the page. A note with an action stays longer. */
export function say(note: Note): void {
  waiting = [...waiting, note];
  hasSpoken = true;
  for (const listener of listeners) listener();
}

/** What was said and is not shown yet: for the shell, which loads the view of notes with the first of them. */
export const notes = {
  hasSpoken: (): boolean => hasSpoken,
  take: (): readonly Note[] => {
    const taken = waiting;
    waiting = [];
    return taken;
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
