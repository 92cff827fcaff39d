import { toPlainOrder } from '../text/plain-order.ts';

export interface Toast {
  readonly title: string;
  readonly kind?: 'done' | 'fault';
  /** Usually "Undo". */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** What the toast is about. A later toast with the same name replaces it. */
  readonly name?: string;
}

/** A toast waiting to be shown. */
export interface NamedToast extends Toast {
  readonly name: string;
}

let waiting: readonly NamedToast[] = [];
let closed: readonly string[] = [];
let count = 0;
let hasShown = false;
const listeners = new Set<() => void>();

/** Shows a toast. One with an action stays longer. Returns a function that dismisses it. */
export function showToast(toast: Toast): () => void {
  count += 1;
  const name = toast.name ?? `note-${count}`;
  waiting = [...waiting.filter((other) => other.name !== name), { ...toast, name, title: toPlainOrder(toast.title) }];
  closed = closed.filter((other) => other !== name);
  hasShown = true;
  notify();
  return () => dismissToast(name);
}

/** Dismisses the toast with a name, if there is one. */
export function dismissToast(name: string): void {
  waiting = waiting.filter((toast) => toast.name !== name);
  closed = [...closed, name];
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Toasts that are not shown yet. */
export const toasts = {
  hasShown: (): boolean => hasShown,
  take: (): readonly NamedToast[] => {
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
