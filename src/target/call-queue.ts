/** A call that waits for its turn. */
interface Waiter<Ticket> {
  readonly tokens: number;
  readonly grant: (ticket: Ticket) => void;
}

interface Place<Ticket> extends Waiter<Ticket> {
  left: boolean;
}

/** Calls that wait, first come, first served. An aborted call leaves the queue. */
export interface CallQueue<Ticket> {
  readonly size: number;
  /** Resolves when granted; rejects with the signal's reason, and then calls `onLeave`. */
  join(tokens: number, signal: AbortSignal, onLeave: () => void): Promise<Ticket>;
  peek(): Waiter<Ticket> | undefined;
  shift(): void;
}

export function makeQueue<Ticket>(): CallQueue<Ticket> {
  let places: Place<Ticket>[] = [];
  let first = 0;
  let size = 0;
  const skipLeft = () => {
    while (places[first]?.left === true) first++;
    if (first < 1024 || first * 2 < places.length) return;
    places = places.slice(first);
    first = 0;
  };
  const leave = (place: Place<Ticket>) => {
    place.left = true;
    size--;
    skipLeft();
  };
  return {
    get size() {
      return size;
    },
    join: (tokens, signal, onLeave) =>
      new Promise((resolve, reject) => {
        const stop = () => {
          leave(place);
          reject(signal.reason);
          onLeave();
        };
        const grant = (ticket: Ticket) => {
          signal.removeEventListener('abort', stop);
          resolve(ticket);
        };
        const place = { tokens, grant, left: false };
        places.push(place);
        size++;
        signal.addEventListener('abort', stop, { once: true });
      }),
    peek: () => places[first],
    shift: () => {
      const place = places[first];
      if (place !== undefined) leave(place);
    },
  };
}
