/** Does one thing at a time, in order. The same thing asked for twice, before it is done, is done once. */
export class ActQueue {
  readonly #waiting = new Map<string, Promise<unknown>>();
  #last: Promise<unknown> = Promise.resolve();

  run<T>(name: string, act: () => Promise<T>): Promise<T> {
    const same = this.#waiting.get(name);
    // Only acts of one name share a promise, and each name is used for one kind of act.
    if (same !== undefined) return same as Promise<T>;
    const done = this.#last.then(act).finally(() => this.#waiting.delete(name));
    this.#waiting.set(name, done);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
