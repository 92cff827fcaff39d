/** What the last call of the API met. `signed-out`: the server is there and does not let this browser in. */
export type ServerState = 'fine' | 'unreachable' | 'signed-out';

let current: ServerState = 'fine';
const listeners = new Set<() => void>();

/** Written by every call, read by whoever shows it or waits for the server to be back. */
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
