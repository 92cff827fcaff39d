/** The result of the last API call. `signed-out`: the server answers, but this browser is not signed in. */
export type ServerState = 'fine' | 'unreachable' | 'signed-out';

let current: ServerState = 'fine';
const listeners = new Set<() => void>();

/** Every call sets it. Banners and outboxes subscribe to it. */
export const serverState = {
  get: (): ServerState => current,
  set: (state: ServerState): void => {
    if (state === current) return;
    current = state;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
